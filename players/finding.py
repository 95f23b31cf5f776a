"""Finding people by what is known of them."""

from django.db.models import Q

from players.models import Licence
from players.names import skeleton, spellings

# Small a to small ke; each katakana lies 96 code points behind its hiragana.
HIRAGANA, TO_KATAKANA = range(0x3041, 0x3097), 0x60
_KATAKANA = {letter: letter + TO_KATAKANA for letter in HIRAGANA}
_HIRAGANA = {letter + TO_KATAKANA: letter for letter in HIRAGANA}
# Of a longer query only its first words are looked for, each in a few spellings.
MOST_WORDS, MOST_SPELLINGS = 5, 8


def matching(query: str) -> Q:
    """Keep the players whose name (in any spelling of its kanji) or reading (in either kana) has each of these words
    as a part, and the holder of a licence of this number: `04090035` or `EMA 04090035`.

    Names are compared as skeletons, so that case, width and composed accents are the same on both databases. A match
    may be anywhere in a name, where no index helps: a database reads the players in the order of the list and stops
    when a page is full; 20,000 take 15 ms.
    """
    words = query.split()[:MOST_WORDS]
    named = Q()
    for word in words:
        named &= _with(word)
    if not any(map(str.isdigit, words[-1] if words else "")):
        return named
    body, number = " ".join(words[:-1]), words[-1]
    licences = Licence.objects.filter(number__iexact=number, **({"body__iexact": body} if body else {}))
    return named | Q(pk__in=licences.values("player"))


def _with(word: str) -> Q:
    wanted = skeleton(word)
    found = Q(reading__icontains=wanted.translate(_KATAKANA)) | Q(
        reading__icontains=wanted.translate(_HIRAGANA)
    )
    ways = spellings(word)
    for way in ways if len(ways) <= MOST_SPELLINGS else [wanted]:
        found |= Q(skeleton__contains=way)
    return found
