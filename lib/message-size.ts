/** What goes as one message between processes: NATS takes a megabyte, and there has to be room for everything else. Bytes. */
export const largestMessage = 512 * 1024;
