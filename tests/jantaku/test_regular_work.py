"""Work that is done again and again beside the embedded server."""

import threading

from jantaku.regular_work import RegularWork


def test_work_that_fails_is_done_again_and_ends_with_the_server() -> None:
    done, enough = [], threading.Event()

    def work() -> None:
        done.append(threading.current_thread().name)
        if len(done) == 3:
            enough.set()
        raise OSError

    regular = RegularWork(work, pause=0.001)
    with regular:
        assert enough.wait(10)

    assert set(done) == {"regular work"}
    assert not regular.thread.is_alive()
