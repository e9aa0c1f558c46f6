import { Client } from 'minio';
import { loadConfig } from '../../lib/config';
import { openFiles } from '../../lib/files';
import { StoreUnavailableError } from '../../lib/store/errors';
import { describeFileStore } from '../support/file-store-suite';
import { startServers, type TestServers } from '../support/servers';

describe('files on S3', () => {
  let servers: TestServers;
  const open = () => openFiles(loadConfig(servers.environment));

  beforeAll(async () => {
    servers = await startServers();
  }, 60_000);
  afterAll(() => servers?.stop());

  describeFileStore(async () => open());

  it('lets go of uploads that began long ago and never ended', async () => {
    const { S3_URL = '', S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket = '' } = servers.environment;
    const { hostname, port } = new URL(S3_URL);
    const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
    const files = open();
    await files.prepare();
    await client.initiateNewMultipartUpload(bucket, 'attachments/half.bin', {});
    const unfinished = async () => (await client.listIncompleteUploadsQuery(bucket, '', '', '', '')).uploads.map(({ key }) => key);
    await files.removeUnfinished(new Date(Date.now() - 60_000));
    expect(await unfinished()).toEqual(['attachments/half.bin']);
    await files.removeUnfinished(new Date(Date.now() + 60_000));
    expect(await unfinished()).toEqual([]);
  });

  it('says that it is away, and works again when the server is back', async () => {
    const files = open();
    await files.put('outage/file.txt', Buffer.from('kept'), { contentType: 'text/plain' });
    await servers.s3.kill();
    await expect(files.prepare()).rejects.toThrow(StoreUnavailableError);
    await expect(files.get('outage/file.txt')).rejects.toThrow(StoreUnavailableError);
    await expect(files.put('outage/new.txt', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(StoreUnavailableError);
    await servers.s3.restart();
    expect(await files.get('outage/file.txt')).toMatchObject({ size: 4 });
  }, 60_000);
});
