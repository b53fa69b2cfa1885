// Graphs through Apache TinkerPop's driver: scripts as the service's clients send them, and the fluent API.
// shows: Graphs: Drivers: gremlin (npm)
// shows: Graphs: Scripts with bindings
// shows: Graphs: Bytecode, the fluent API
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import gremlin from 'gremlin';
import { client, key, name } from './server.mjs';

const endpoint = process.env.PARTITA_GREMLIN ?? 'ws://localhost:8901/gremlin';
const database = name('database');
const graph = name('graph');
const connections = [];

/** Attributes are a map or an object, as the format has it. */
function attribute(attributes, key) {
  return attributes instanceof Map ? attributes.get(key) : attributes[key];
}

function authenticator(password = key) {
  return new gremlin.driver.auth.PlainTextSaslAuthenticator(`/dbs/${database}/colls/${graph}`, password);
}

function newClient(options = {}) {
  const opened = new gremlin.driver.Client(endpoint, {
    authenticator: authenticator(options.password),
    traversalsource: 'g',
    rejectUnauthorized: false,
    ...options,
  });
  connections.push(opened);
  return opened;
}

before(async () => {
  const { database: made } = await client.databases.create({ id: database });
  await made.containers.create({ id: graph, partitionKey: { paths: ['/city'] }, throughput: 400 });
  const loader = newClient({ mimeType: 'application/vnd.gremlin-v2.0+json' });
  for (const [id, city, age] of [['ada', 'london', 36], ['grace', 'york', 41], ['alan', 'london', 41]]) {
    await loader.submit("g.addV('person').property('id', id).property('city', city).property('age', age)", { id, city, age });
  }
  await loader.submit("g.V('ada').addE('knows').to(g.V('grace')).property('since', 1990)");
  await loader.submit("g.V(['london','ada']).addE('knows').to(g.V(['london','alan']))");
});

after(async () => {
  await Promise.all(connections.map((each) => each.close()));
});

test('vertices come as the service writes them', async () => {
  const opened = newClient({ mimeType: 'application/vnd.gremlin-v2.0+json' });
  const found = await opened.submit('g.V([pk, id])', { pk: 'london', id: 'ada' });
  const [vertex] = found.toArray();
  assert.equal(vertex.id, 'ada');
  assert.equal(vertex.label, 'person');
  assert.equal(vertex.type, 'vertex');
  assert.equal(vertex.properties.age[0].value, 36);
  assert.equal(vertex.properties.city[0].id, 'ada|city');
  assert.equal(attribute(found.attributes, 'x-ms-status-code'), 200);
  assert.ok(attribute(found.attributes, 'x-ms-request-charge') > 0);
  assert.ok(attribute(found.attributes, 'x-ms-total-server-time-ms') > 0);
});

test('edges and paths come as the service writes them', async () => {
  const opened = newClient({ mimeType: 'application/vnd.gremlin-v2.0+json' });
  const [edge] = (await opened.submit("g.V('ada').outE('knows').has('since', 1990)")).toArray();
  assert.equal(edge.type, 'edge');
  assert.equal(edge.inV, 'grace');
  assert.equal(edge.outVLabel, 'person');
  assert.deepEqual(edge.properties, { since: 1990 });
  const [path] = (await opened.submit("g.V('ada').out().hasId('grace').path()")).toArray();
  assert.deepEqual(path.objects.map((each) => each.id), ['ada', 'grace']);
});

for (const mimeType of [
  'application/vnd.gremlin-v3.0+json',
  'application/vnd.graphbinary-v1.0',
]) {
  test(`scripts and the fluent API work with ${mimeType}`, async () => {
    const opened = newClient({ mimeType });
    const counted = (await opened.submit("g.V('ada').out('knows').count()")).toArray();
    assert.equal(Number(counted[0]), 2);
    const remote = new gremlin.driver.DriverRemoteConnection(endpoint, {
      authenticator: authenticator(),
      mimeType,
      rejectUnauthorized: false,
    });
    connections.push(remote);
    const g = gremlin.process.AnonymousTraversalSource.traversal().withRemote(remote);
    const names = await g.V('ada').out('knows').id().toList();
    assert.deepEqual(names.sort(), ['alan', 'grace']);
    const { value: age } = await g.V().has('city', 'york').values('age').next();
    assert.equal(Number(age), 41);
    const { P } = gremlin.process;
    assert.equal(Number((await g.V().has('age', P.gt(40)).count().next()).value), 2);
  });
}

test('a wrong step is told with its place, and the connection goes on', async () => {
  const opened = newClient({ mimeType: 'application/vnd.gremlin-v2.0+json' });
  await assert.rejects(opened.submit('g.V().oout()'), (error) => {
    assert.equal(error.statusCode, 597);
    assert.equal(attribute(error.statusAttributes, 'x-ms-status-code'), 400);
    assert.match(error.message, /oout/);
    assert.match(error.message, /did you mean 'out'/);
    return true;
  });
  assert.equal((await opened.submit('g.V().count()')).first(), 3);
});

test('a wrong key is refused', async () => {
  const opened = newClient({ password: Buffer.from('wrong').toString('base64') });
  await assert.rejects(opened.submit('g.V()'), /Unauthorized|401/i);
});

test('results stream in several messages', async () => {
  const opened = newClient({ mimeType: 'application/vnd.gremlin-v2.0+json' });
  const found = await opened.submit('g.inject(0).repeat(union(identity(), identity())).times(8)');
  assert.equal(found.length, 256);
});
