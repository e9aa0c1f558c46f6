import type { PortableDocument } from '../../../lib/contracts/portable-actions';

/** Hands out documents that come in the order of the elements they belong to, one element's after the other's. */
export class Grouped {
  private readonly pages: AsyncIterator<PortableDocument[]>;
  private page: PortableDocument[] = [];
  private position = 0;

  /** @param element field with the id of the element */
  constructor(
    pages: AsyncIterable<PortableDocument[]>,
    private readonly element: string,
    /** Called with each page before it is handed out. */
    private readonly opened: (page: PortableDocument[]) => Promise<void>,
  ) {
    this.pages = pages[Symbol.asyncIterator]();
  }

  /** Those of one element; elements must be asked for in the order of the pages. */
  async *of(id: unknown): AsyncGenerator<PortableDocument> {
    for (;;) {
      const next = await this.peek();
      if (next?.[this.element] !== id || next === undefined) return;
      this.position++;
      yield next;
    }
  }

  private async peek(): Promise<PortableDocument | undefined> {
    while (this.position >= this.page.length) {
      const { value, done } = await this.pages.next();
      if (done) return undefined;
      this.page = value;
      this.position = 0;
      await this.opened(this.page);
    }
    return this.page[this.position];
  }
}
