// What this phone still has to send, on its disk (IndexedDB): it is there before anything leaves, and survives a
// reload, an empty battery and a new release.
const NAME = "jantaku";
const STORE = "outbox";
let opened;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => {
      // Some phones close what has been in a pocket for a while.
      asked.result.onclose = () => (opened = undefined);
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

async function within(mode, act) {
  const database = await open();
  return new Promise((resolve, reject) => {
    // "strict": not before it is on the disk.
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    const result = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(result.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

// All items, in the order in which they were put in.
export async function all() {
  const items = await within("readonly", (store) => store.getAll());
  return items.toSorted((one, other) => one.number - other.number);
}

// Puts an item in behind all others. Rejects where the phone keeps nothing.
export function add(item) {
  return within("readwrite", (store) => {
    const asked = store.getAll();
    asked.onsuccess = () => {
      const last = Math.max(0, ...asked.result.map((one) => one.number));
      store.add({ ...item, number: last + 1 });
    };
    return asked;
  });
}

export const remove = (key) => within("readwrite", (store) => store.delete(key));

// Puts back those items that `changed` gives of all of them, in one go; what is gone meanwhile stays gone.
export function change(changed) {
  return within("readwrite", (store) => {
    const asked = store.getAll();
    asked.onsuccess = () => {
      for (const item of changed(asked.result)) store.put(item);
    };
    return asked;
  });
}
