// What the scripts may take for granted. A selector says which element it is, and the checker cannot know: what any
// element of our pages has, every element and every target of an event may be asked for. A name that none of them has
// is still found, and so are arguments, imports and results that do not fit.
declare global {
  interface EventTarget {
    checked: any;
    closest(selectors: string): any;
    dataset: DOMStringMap;
    form: any;
    matches(selectors: string): boolean;
    querySelector(selectors: string): Element | null;
    querySelectorAll(selectors: string): NodeListOf<Element>;
    select(): void;
    value: any;
    /** The number that was typed before somebody came to this one (entry.js). */
    cameFrom: any;
    /** The figures of a form that were previewed (preview.js). */
    previewed: any;
  }
  interface Element {
    blur(): void;
    click(): void;
    draggable: any;
    elements: any;
    focus(options?: FocusOptions): void;
    hidden: any;
    inert: any;
    inputMode: any;
    name: any;
    offsetHeight: any;
    open: any;
    requestSubmit(submitter?: Element | null): void;
    style: any;
  }
  interface Node {
    removeAttribute(name: string): void;
    setAttribute(name: string, value: string): void;
  }
  interface Event {
    dataTransfer: DataTransfer;
    detail: any;
    inputType: string;
    key: any;
    /** Of a service worker (worker.js). */
    request: Request;
    respondWith(answer: Promise<Response>): void;
    waitUntil(done: Promise<unknown>): void;
  }
  interface FormData {
    /** Browsers make the text of an address of it, too. */
    [name: string]: any;
  }
  interface PerformanceEntry {
    transferSize: number;
  }
  interface Window {
    clients: { claim(): Promise<void> };
    /** Of a service worker (views/seat/phone_app.py). */
    jantaku: { version: string; files: string[]; pages: string[]; files_of: Record<string, string[]> };
    skipWaiting(): Promise<void>;
  }
}

export {};
