package dev.partita.nosql;

/**
 * What a request asks for, as far as its method, its path and the headers that tell one kind of
 * POST from another say. Decided once: what a request may do and what is done must not be decided
 * by different rules, or a request could pass for a query and write.
 */
enum Intent {
  READ,
  QUERY,
  PLAN,
  BATCH,
  CREATE,
  UPSERT,
  /** Something to be done by what the path names, such as a stored procedure. */
  EXECUTE,
  /** A change of what the path names; also what has no meaning here and will be refused. */
  CHANGE;

  static Intent of(Call call) {
    return switch (call.method()) {
      case "GET" -> READ;
      case "POST" -> call.path().isFeed() ? ofPost(call) : EXECUTE;
      default -> CHANGE;
    };
  }

  boolean writes() {
    return switch (this) {
      case READ, QUERY, PLAN -> false;
      case BATCH, CREATE, UPSERT, EXECUTE, CHANGE -> true;
    };
  }

  private static Intent ofPost(Call call) {
    if (ResourceType.of(call.path()) == ResourceType.ITEM) {
      if (call.flag("x-ms-cosmos-is-query-plan-request")) {
        return PLAN;
      }
      if (call.flag("x-ms-cosmos-is-batch-request")) {
        return BATCH;
      }
    }
    String type = call.header("content-type");
    if (call.flag("x-ms-documentdb-isquery")
        || (type != null && type.startsWith("application/query+json"))) {
      return QUERY;
    }
    return call.flag("x-ms-documentdb-is-upsert") ? UPSERT : CREATE;
  }
}
