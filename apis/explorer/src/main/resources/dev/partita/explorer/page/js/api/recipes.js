/** Actions of the page as code: a curl command, and calls of the SDKs for JavaScript and Java. */

const LONGEST_BODY = 4000;

const js = (value) => JSON.stringify(value);
const container = (database, name) => `client.database(${js(database)}).container(${js(name)})`;
const javaContainer = (database, name) => `client.getDatabase(${js(database)}).getContainer(${js(name)})`;

function jsKey(key) {
  return key.length === 1 ? js(key[0]) : js(key);
}

function javaKey(key) {
  const isScalar = key.length === 1 && ['string', 'number', 'boolean'].includes(typeof key[0]);
  const isNone = key.length === 1 && typeof key[0] === 'object' && key[0] !== null;
  if (isNone) {
    return 'PartitionKey.NONE';
  }
  return isScalar
    ? `new PartitionKey(${js(key[0])})`
    : `new PartitionKeyBuilder()${key.map((value) => (value === null ? '.addNullValue()' : `.add(${js(value)})`)).join('')}.build()`;
}

function javaQuery(text, parameters) {
  return parameters.length === 0
    ? js(text)
    : `new SqlQuerySpec(${js(text)}, ${parameters.map(({ name, value }) => `new SqlParameter(${js(name)}, ${javaValue(value)})`).join(', ')})`;
}

const javaValue = (value) => (value !== null && typeof value === 'object' ? `new ObjectMapper().readTree(${js(js(value))})` : js(value));
const jsBody = (body) => (body.length > LONGEST_BODY ? 'item /* read from a file */' : body.trim());
const javaBody = (body) => (body.length > LONGEST_BODY ? 'json /* read from a file */' : js(body.trim()));

export const recipes = {
  createDatabase: (id) => ({
    title: `Create database ${id}`,
    js: `await client.databases.create({ id: ${js(id)} });`,
    java: `client.createDatabase(${js(id)});`,
  }),
  deleteDatabase: (id) => ({
    title: `Delete database ${id}`,
    js: `await client.database(${js(id)}).delete();`,
    java: `client.getDatabase(${js(id)}).delete();`,
  }),
  createContainer: (database, definition, throughput) => ({
    title: `Create container ${definition.id}`,
    js: `await client.database(${js(database)}).containers.create(${js({ ...definition, ...throughput })});`,
    java: [
      `var properties = new CosmosContainerProperties(${js(definition.id)}, ${
        definition.partitionKey.paths.length === 1
          ? js(definition.partitionKey.paths[0])
          : `new PartitionKeyDefinition().setKind(PartitionKind.MULTI_HASH).setPaths(List.of(${definition.partitionKey.paths.map(js).join(', ')}))`
      });`,
      `client.getDatabase(${js(database)}).createContainer(properties${javaThroughput(throughput)});`,
    ].join('\n'),
  }),
  replaceContainer: (database, name, body) => ({
    title: `Replace container ${name}`,
    js: `await ${container(database, name)}.replace(${jsBody(body)});`,
    java: `${javaContainer(database, name)}.replace(properties);`,
  }),
  deleteContainer: (database, name) => ({
    title: `Delete container ${name}`,
    js: `await ${container(database, name)}.delete();`,
    java: `${javaContainer(database, name)}.delete();`,
  }),
  readItem: (database, name, id, key) => ({
    title: `Read item ${id}`,
    js: `const { resource } = await ${container(database, name)}.item(${js(id)}, ${jsKey(key)}).read();`,
    java: `${javaContainer(database, name)}.readItem(${js(id)}, ${javaKey(key)}, ObjectNode.class).getItem();`,
  }),
  createItem: (database, name, key, body) => ({
    title: 'Create item',
    js: `await ${container(database, name)}.items.create(${jsBody(body)});`,
    java: `${javaContainer(database, name)}.createItem(new ObjectMapper().readTree(${javaBody(body)}), ${javaKey(key)}, null);`,
  }),
  replaceItem: (database, name, id, key, etag, body) => ({
    title: `Replace item ${id}`,
    js: `await ${container(database, name)}.item(${js(id)}, ${jsKey(key)}).replace(${jsBody(body)},\n  { accessCondition: { type: 'IfMatch', condition: ${js(etag)} } });`,
    java: `${javaContainer(database, name)}.replaceItem(new ObjectMapper().readTree(${javaBody(body)}), ${js(id)}, ${javaKey(key)},\n    new CosmosItemRequestOptions().setIfMatchETag(${js(etag)}));`,
  }),
  deleteItem: (database, name, id, key) => ({
    title: `Delete item ${id}`,
    js: `await ${container(database, name)}.item(${js(id)}, ${jsKey(key)}).delete();`,
    java: `${javaContainer(database, name)}.deleteItem(${js(id)}, ${javaKey(key)}, new CosmosItemRequestOptions());`,
  }),
  query: (database, name, text, parameters = []) => ({
    title: 'Query items',
    js: `const { resources } = await ${container(database, name)}.items.query(${js(parameters.length === 0 ? text : { query: text, parameters })}).fetchAll();`,
    java: `${javaContainer(database, name)}.queryItems(${javaQuery(text, parameters)}, new CosmosQueryRequestOptions(), ObjectNode.class)\n    .forEach(System.out::println);`,
  }),
  saveScript: (database, name, kind, id, exists) => ({
    title: `Save ${kind.name} ${id}`,
    js: `await ${container(database, name)}.scripts.${exists ? `${kind.js}(${js(id)}).replace` : `${kind.jsAll}.create`}({ id: ${js(id)}, body });`,
    java: `${javaContainer(database, name)}.getScripts()${exists ? `.get${kind.java}(${js(id)}).replace` : `.create${kind.java}`}(properties);`,
  }),
  deleteScript: (database, name, kind, id) => ({
    title: `Delete ${kind.name} ${id}`,
    js: `await ${container(database, name)}.scripts.${kind.js}(${js(id)}).delete();`,
    java: `${javaContainer(database, name)}.getScripts().get${kind.java}(${js(id)}).delete();`,
  }),
  execute: (database, name, id, key, args) => ({
    title: `Run ${id}`,
    js: `const { resource } = await ${container(database, name)}.scripts.storedProcedure(${js(id)})\n  .execute(${jsKey(key)}, ${js(args)}, { enableScriptLogging: true });`,
    java: `var options = new CosmosStoredProcedureRequestOptions().setPartitionKey(${javaKey(key)}).setScriptLoggingEnabled(true);\n${javaContainer(database, name)}.getScripts().getStoredProcedure(${js(id)}).execute(List.of(${args.map(js).join(', ')}), options);`,
  }),
  throughput: (database, name, settings) => ({
    title: 'Change throughput',
    js: `// The offer of the container\nconst { resources: [offer] } = await client.offers.readAll().fetchAll();\nawait client.offer(offer.id).replace({ ...offer, content: ${js(settings)} });`,
    java: `${name === null ? `client.getDatabase(${js(database)})` : javaContainer(database, name)}.replaceThroughput(${javaThroughput(settings).slice(2)});`,
  }),
  /** For the admin API, which no SDK has. */
  admin: (title, method, path, body) => ({
    title,
    js: `await fetch(endpoint + ${js(`/api/v1${path}`)}, {\n  method: ${js(method)}, headers: { authorization: 'Bearer ' + key }${body ? `,\n  body: ${js(body)}` : ''},\n});`,
    java: `HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(endpoint + ${js(`/api/v1${path}`)}))\n    .header("authorization", "Bearer " + key)\n    .method(${js(method)}, ${body ? `BodyPublishers.ofString(${js(body)})` : 'BodyPublishers.noBody()'})\n    .build(), BodyHandlers.ofString());`,
  }),
};

function javaThroughput(settings) {
  const max = settings?.maxThroughput ?? settings?.offerAutopilotSettings?.maxThroughput;
  const manual = settings?.throughput ?? settings?.offerThroughput;
  if (max) {
    return `, ThroughputProperties.createAutoscaledThroughput(${max})`;
  }
  return manual ? `, ThroughputProperties.createManualThroughput(${manual})` : '';
}

const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;

/**
 * The request as a bash command, with the key in a variable, including the signature where one is
 * needed.
 */
export function curl(request, origin) {
  const { method, path, headers, body, resource } = request;
  const lines = [];
  const fields = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'x-ms-date');
  const arguments_ = [`curl -sS -X ${method} ${quoted(origin + path)}`];
  fields.forEach(([name, value]) => arguments_.push(`-H ${quoted(`${name}: ${value}`)}`));
  if (headers.authorization && resource) {
    lines.push(
      'date=$(LC_ALL=C TZ=GMT date "+%a, %d %b %Y %H:%M:%S GMT")',
      'secret=$(printf %s "$PARTITA_KEY" | base64 -d | od -An -v -tx1 | tr -d " \\n")',
      `signature=$(printf '%s\\n%s\\n%s\\n%s\\n\\n' ${method.toLowerCase()} ${quoted(resource.type)} ${quoted(resource.link)} "\${date,,}" |`,
      '  openssl dgst -sha256 -mac HMAC -macopt hexkey:$secret -binary | base64 | sed "s/+/%2B/g; s:/:%2F:g; s/=/%3D/g")',
    );
    arguments_.push('-H "x-ms-date: $date"', '-H "authorization: type%3Dmaster%26ver%3D1.0%26sig%3D$signature"');
  } else if (headers.authorization) {
    arguments_.push('-H "authorization: Bearer $PARTITA_KEY"');
  }
  if (body !== undefined) {
    arguments_.push(body.length > LONGEST_BODY ? '--data-binary @body.json' : `--data-binary ${quoted(body)}`);
  }
  return [...lines, arguments_.join(' \\\n  ')].join('\n');
}
