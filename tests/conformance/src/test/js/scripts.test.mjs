import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TriggerOperation, TriggerType } from '@azure/cosmos';
import { client, failure, newContainer } from './server.mjs';

after(() => client.dispose());

// shows: Scripts: Stored procedures, triggers, functions: create, read, list, delete
test('creates, reads, replaces, lists and deletes procedures', async () => {
  const { scripts } = await newContainer();
  const body = 'function () { getContext().getResponse().setBody(1); }';
  const created = await scripts.storedProcedures.create({ id: 'p', body });
  assert.equal(created.statusCode, 201);
  assert.equal(created.resource.body, body);
  assert.equal((await failure(() => scripts.storedProcedures.create({ id: 'p', body }))).code, 409);
  const procedure = scripts.storedProcedure('p');
  assert.equal((await procedure.read()).resource._self, created.resource._self);
  const replaced = await procedure.replace({ id: 'p', body: body.replace('1', '2') });
  assert.notEqual(replaced.resource._etag, created.resource._etag);
  const listed = await scripts.storedProcedures.readAll().fetchAll();
  assert.deepEqual(listed.resources.map((each) => each.id), ['p']);
  const found = await scripts.storedProcedures.query("SELECT * FROM p WHERE p.id = 'p'").fetchAll();
  assert.equal(found.resources[0].body, replaced.resource.body);
  assert.equal((await procedure.delete()).statusCode, 204);
  assert.equal((await failure(() => procedure.read())).code, 404);
});

// shows: Scripts: Stored procedures: execute, with arguments and log
test('executes procedures with arguments, a partition key and a log', async () => {
  const container = await newContainer();
  await container.scripts.storedProcedures.create({
    id: 'greet',
    body: function (name, more) {
      const context = getContext();
      console.log('greeting %s', name);
      context.getCollection().createDocument(context.getCollection().getSelfLink(), { id: name, pk: 'a', more }, (error, made) => {
        if (error) throw error;
        context.getResponse().setBody({ greeting: 'Hello ' + made.id, more: made.more });
      });
    }.toString(),
  });
  const greet = container.scripts.storedProcedure('greet');
  const done = await greet.execute('a', ['you & me', { deep: [1, null] }], { enableScriptLogging: true });
  assert.deepEqual(done.resource, { greeting: 'Hello you & me', more: { deep: [1, null] } });
  assert.equal(decodeURIComponent(done.headers['x-ms-documentdb-script-log-results']), 'greeting you & me');
  assert.ok(done.requestCharge > 5);
  const silent = await greet.execute('a', ['other']);
  assert.equal(silent.headers['x-ms-documentdb-script-log-results'], undefined);
  assert.equal((await container.item('other', 'a').read()).statusCode, 200);
  const wrong = await failure(() => greet.execute('b', ['third']));
  assert.equal(wrong.code, 400);
  assert.equal((await container.item('third', 'a').read()).statusCode, 404);
});

test('answers whatever a procedure sets', async () => {
  const { scripts } = await newContainer();
  await scripts.storedProcedures.create({ id: 'p', body: 'x => { if (x !== null) __.response.setBody(x); }' });
  for (const value of ['text', 1.5, true, [1, 'a', null], { a: { b: [] } }]) {
    assert.deepEqual((await scripts.storedProcedure('p').execute('a', [value])).resource, value);
  }
  const nothing = await scripts.storedProcedure('p').execute('a', [null]);
  assert.ok(nothing.resource === undefined || nothing.resource === '' || nothing.resource === null);
});

// shows: Scripts: Triggers before and after writes, patches as well
test('runs triggers that a write names', async () => {
  const container = await newContainer();
  await container.scripts.triggers.create({
    id: 'stamp',
    triggerType: TriggerType.Pre,
    triggerOperation: TriggerOperation.All,
    body: function () {
      const request = getContext().getRequest();
      const item = request.getBody();
      item.stamped = request.getOperationType();
      request.setBody(item);
    }.toString(),
  });
  await container.scripts.triggers.create({
    id: 'count',
    triggerType: TriggerType.Post,
    triggerOperation: TriggerOperation.Create,
    body: function () {
      const made = getContext().getResponse().getBody();
      if (made.refuse) throw new Error('not this one');
      __.upsertDocument(__.getSelfLink(), { id: 'last', pk: 'a', was: made.id });
    }.toString(),
  });
  const { resource: kept } = await container.scripts.trigger('count').read();
  assert.deepEqual([kept.triggerType, kept.triggerOperation], [TriggerType.Post, TriggerOperation.Create]);
  const both = { preTriggerInclude: ['stamp'], postTriggerInclude: ['count'] };
  const created = await container.items.create({ id: '1', pk: 'a' }, both);
  assert.equal(created.resource.stamped, 'Create');
  assert.equal((await container.item('last', 'a').read()).resource.was, '1');
  assert.equal((await failure(() => container.items.create({ id: '2', pk: 'a', refuse: true }, both))).code, 400);
  assert.equal((await container.item('2', 'a').read()).statusCode, 404);
  const only = { preTriggerInclude: ['stamp'] };
  assert.equal((await container.items.upsert({ id: '1', pk: 'a' }, only)).resource.stamped, 'Upsert');
  assert.equal((await container.item('1', 'a').replace({ id: '1', pk: 'a' }, only)).resource.stamped, 'Replace');
  const patched = await container.item('1', 'a').patch([{ op: 'add', path: '/n', value: 1 }], only);
  assert.deepEqual([patched.resource.n, patched.resource.stamped], [1, 'Replace']);
  const mismatch = await failure(() => container.item('1', 'a').replace({ id: '1', pk: 'a' }, { postTriggerInclude: ['count'] }));
  assert.equal(mismatch.code, 400);
  assert.equal((await container.items.create({ id: '3', pk: 'a' })).resource.stamped, undefined);
});

// shows: Scripts: User-defined functions in queries
test('calls functions in queries', async () => {
  const container = await newContainer();
  await container.scripts.userDefinedFunctions.create({
    id: 'tax',
    body: 'function (income) { return income < 1000 ? income * 0.1 : income * 0.2; }',
  });
  for (const [id, income] of [['1', 500], ['2', 2000], ['3', 9000]]) await container.items.create({ id, pk: 'a', income });
  const { resources } = await container.items
    .query('SELECT c.id, udf.tax(c.income) AS tax FROM c WHERE udf.tax(c.income) > 100 ORDER BY c.income DESC')
    .fetchAll();
  assert.deepEqual(resources, [{ id: '3', tax: 1800 }, { id: '2', tax: 400 }]);
  const error = await failure(() => container.items.query('SELECT VALUE udf.none(1) FROM c').fetchAll());
  assert.equal(error.code, 400);
});

// shows: Scripts: Errors with line and column
test('tells what is wrong, and where', async () => {
  const { scripts } = await newContainer();
  const syntax = await failure(() => scripts.storedProcedures.create({ id: 'p', body: 'function () {\n  var = 1;\n}' }));
  assert.equal(syntax.code, 400);
  assert.match(JSON.stringify(syntax.body ?? syntax.message), /line 2, column 7/);
  await scripts.storedProcedures.create({ id: 'q', body: 'function () {\n  undefined.x;\n}' });
  const thrown = await failure(() => scripts.storedProcedure('q').execute('a', []));
  assert.equal(thrown.code, 400);
  assert.match(JSON.stringify(thrown.body ?? thrown.message), /TypeError.*q\.js:2/);
});

// shows: Scripts: Work in steps: operations are not accepted near the budget
test('goes on where a procedure stopped', async () => {
  const container = await newContainer();
  await container.scripts.storedProcedures.create({
    id: 'import',
    body: function (items) {
      const collection = getContext().getCollection();
      let made = 0;
      const next = () => {
        if (made === items.length || !collection.createDocument(collection.getSelfLink(), items[made], done)) __.response.setBody(made);
      };
      const done = (error) => {
        if (error) throw error;
        made += 1;
        next();
      };
      next();
    }.toString(),
  });
  let items = Array.from({ length: 400 }, (_, n) => ({ id: `i${n}`, pk: 'a' }));
  const steps = [];
  while (items.length > 0) {
    const { resource } = await container.scripts.storedProcedure('import').execute('a', [items]);
    steps.push(resource);
    items = items.slice(resource);
  }
  assert.ok(steps.length > 1, String(steps));
  const { resources } = await container.items.query('SELECT VALUE COUNT(1) FROM c').fetchAll();
  assert.deepEqual(resources, [400]);
});
