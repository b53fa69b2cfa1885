import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { client, failure, newContainer } from './server.mjs';

let container;

before(async () => {
  container = await newContainer({ throughput: 18000 });
  const items = Array.from({ length: 60 }, (_, i) => ({
    id: `i${i}`,
    pk: `k${i % 12}`,
    n: i,
    kind: i % 5,
    tags: [`t${i % 3}`, 'all'],
  }));
  await Promise.all(items.map((item) => container.items.create(item)));
});

after(() => client.dispose());

async function all(query, options) {
  return (await container.items.query(query, options).fetchAll()).resources;
}

// Each query as the client sends it at first, whole, and as it runs it when made to fan out.
for (const options of [{}, { forceQueryPlan: true }]) {
  const how = options.forceQueryPlan ? 'with a plan' : 'in one';

  test(`filters ${how}`, async () => {
    assert.equal((await all('SELECT * FROM c WHERE c.n < 10', options)).length, 10);
    assert.equal((await all("SELECT * FROM c WHERE c.pk IN ('k1', 'k2')", options)).length, 10);
    assert.equal((await all("SELECT VALUE t FROM c JOIN t IN c.tags WHERE t = 't1'", options)).length, 20);
  });

  test(`orders ${how}`, async () => {
    const numbers = Array.from({ length: 60 }, (_, i) => i);
    assert.deepEqual(await all('SELECT VALUE c.n FROM c ORDER BY c.n', options), numbers);
    assert.deepEqual(
      await all('SELECT VALUE c.n FROM c ORDER BY c.n DESC', { ...options, maxItemCount: 7 }),
      numbers.toReversed(),
    );
    assert.deepEqual(await all('SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n', options), [0, 1, 2]);
    assert.deepEqual(
      await all('SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 3', options),
      [5, 6, 7],
    );
  });

  test(`aggregates ${how}`, async () => {
    assert.deepEqual(await all('SELECT VALUE COUNT(1) FROM c', options), [60]);
    assert.deepEqual(await all('SELECT VALUE SUM(c.n) FROM c', options), [1770]);
    assert.deepEqual(await all('SELECT VALUE AVG(c.n) FROM c', options), [29.5]);
    assert.deepEqual(await all('SELECT VALUE MIN(c.n) FROM c WHERE c.n > 20', options), [21]);
    assert.deepEqual(await all('SELECT VALUE MAX(c.n) FROM c', options), [59]);
    assert.deepEqual(
      (await all('SELECT c.kind, COUNT(1) AS count FROM c GROUP BY c.kind', options)).sort(
        (left, right) => left.kind - right.kind,
      ),
      [0, 1, 2, 3, 4].map((kind) => ({ kind, count: 12 })),
    );
  });
}

test('finds distinct values', async () => {
  const kinds = await all('SELECT DISTINCT VALUE c.kind FROM c');
  assert.deepEqual(kinds.sort(), [0, 1, 2, 3, 4]);
});

test('goes on from tokens', async () => {
  for (const query of ['SELECT * FROM c', 'SELECT * FROM c ORDER BY c.kind']) {
    const seen = [];
    let continuationToken;
    do {
      const page = await container.items
        .query(query, { maxItemCount: 7, continuationToken })
        .fetchNext();
      seen.push(...page.resources.map((each) => each.id));
      continuationToken = page.continuationToken;
      assert.ok(!continuationToken || continuationToken.length <= 1024);
    } while (continuationToken);
    assert.equal(seen.length, 60);
    assert.equal(new Set(seen).size, 60);
  }
});

test('takes parameters', async () => {
  const query = {
    query: 'SELECT * FROM c WHERE c.n = @n OR ARRAY_CONTAINS(@kinds, c.kind)',
    parameters: [
      { name: '@n', value: 1 },
      { name: '@kinds', value: [0] },
    ],
  };
  assert.equal((await all(query)).length, 13);
});

test('tells what is wrong', async () => {
  const error = await failure(() => all('SELECT * FORM c'));
  assert.equal(error.code, 400);
  assert.match(error.message, /SC1001/);
});

test('goes on across a split', async () => {
  const growing = await newContainer();
  for (let i = 0; i < 30; i += 1) {
    await growing.items.create({ id: `i${i}`, pk: `k${i}`, n: i });
  }
  const query = 'SELECT VALUE c.n FROM c ORDER BY c.n';
  const results = growing.items.query(query, { maxItemCount: 10, forceQueryPlan: true });
  const first = (await results.fetchNext()).resources;
  const { resource: offer } = await growing.readOffer();
  offer.content.offerThroughput = 20000;
  await client.offer(offer.id).replace(offer);
  const rest = [];
  while (results.hasMoreResults()) {
    rest.push(...((await results.fetchNext()).resources ?? []));
  }
  assert.deepEqual([...first, ...rest], Array.from({ length: 30 }, (_, i) => i));
});
