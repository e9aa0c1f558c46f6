// A server on nothing but node:http that answers every request with the bytes in a file: the measure of what is possible.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Answer;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
