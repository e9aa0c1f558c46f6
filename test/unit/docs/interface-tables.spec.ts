import { routesOfTables } from '../../support/interface-tables';

const page = `
| Method | Path | Request |
|---|---|---|
| PUT, PATCH | /api/v1/things/{thingId} | none |
| GET | /api/v1/things | filters |

Prose with | a bar, GET /api/v1/nothing

| Group | Path | Methods |
|---|---|---|
| Things | /api/v1/things/{thingId}/upvote, /downvote | POST |
| | /api/v1/things/by_ref?ref={ref}&project={projectId} | GET |

| Path | Method |
|---|---|
| /api/v1/log/{one, two}/{itemId}/versions?id={commentId} | POST |
| /api/v1/log/user/{userId}, /log/project/{projectId} | GET |
| /api/v1/stats/here, /api/v1/stats/there | GET |
| /api/v1/export/{projectId} (export a dump) | GET |

| Key | Path |
|---|---|
| a | /api/v1/unlisted |
`;

describe('the tables of the interface', () => {
  it('list routes in all their forms', () => {
    expect(routesOfTables(page).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /things/{thingId}',
      'PATCH /things/{thingId}',
      'GET /things',
      'POST /things/{thingId}/upvote',
      'POST /things/{thingId}/downvote',
      'GET /things/by_ref',
      'POST /log/one/{itemId}/versions',
      'POST /log/two/{itemId}/versions',
      'GET /log/user/{userId}',
      'GET /log/project/{projectId}',
      'GET /stats/here',
      'GET /stats/there',
      'GET /export/{projectId}',
    ]);
  });
});
