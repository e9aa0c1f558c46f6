import type { Reply } from '../../contracts/http';
import type { AccessRule } from '../access';
import type { Resource } from '../define';
import type { Document } from '../document';
import type { RestRequest } from '../request';
import { answerDetail } from './answer';
import { forReading } from './lookup';

/** GET of one element. */
export async function retrieve<D extends Document>(resource: Resource<D>, request: RestRequest, access: AccessRule): Promise<Reply> {
  const { document } = await forReading(resource, request, access);
  return answerDetail(resource, request, document, 200);
}
