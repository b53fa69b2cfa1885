package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.execution.CallerExecutor;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.OperatorCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The tables of all accounts, for those whom the admin API has let in.
 *
 * @param cosmos what answers requests about the Cosmos account's
 * @param storage what answers requests about those of storage accounts
 */
record TablesForOperators(HttpHandler cosmos, HttpHandler storage)
    implements OperatorActions.OfDatabase {

  /** An account may also be named by the host, which is another one here. */
  private static final Set<String> NOT_PASSED_ON = Set.of("host", "authorization", "origin");

  @Override
  public Response answer(String database, String path, OperatorCall call) {
    Request request = call.request();
    if (database.equals(TableForm.COSMOS.database())) {
      return cosmos.await(at(path, request));
    }
    int slash = database.indexOf('/');
    if (slash > 0 && database.substring(slash + 1).equals(TableForm.STORAGE.database())) {
      return storage.await(at("/" + database.substring(0, slash) + path, request));
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "The database has no tables.")
        .with("database", database);
  }

  private static Request at(String path, Request request) {
    List<String> passedOn = new ArrayList<>();
    request
        .headers()
        .forEach(
            (name, value) -> {
              if (!NOT_PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                passedOn.add(name);
                passedOn.add(value);
              }
            });
    return new Request(
        request.method(),
        path,
        request.query(),
        Headers.of(passedOn.toArray(String[]::new)),
        request.body(),
        request.secure(),
        request.remote(),
        CallerExecutor.INSTANCE,
        request.abandoned());
  }
}
