/** One action between services: what it takes and gives. Each is plain JSON. */
export interface InternalAction<Params, Result> {
  params: Params;
  result: Result;
}
