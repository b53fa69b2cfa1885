package dev.partita.telemetry;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.net.http.Begun;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An API whose requests are counted, and some of them logged. Safe for any number of threads. */
public final class Observed implements HttpHandler {

  private final HttpHandler api;
  private final RequestPaths paths;
  private final String name;
  private final RequestCounts counts;
  private final RequestLog log;
  private final Clock clock;

  /**
   * @param name of the API in logs
   */
  public Observed(
      HttpHandler api,
      RequestPaths paths,
      String name,
      RequestCounts counts,
      RequestLog log,
      Clock clock) {
    this.api = api;
    this.paths = paths;
    this.name = name;
    this.counts = counts;
    this.log = log;
    this.clock = clock;
  }

  @Override
  public Response handle(Request request) {
    return observed(request, () -> api.handle(request), clock.nanos());
  }

  @Override
  public @Nullable Begun begin(Request request) {
    long begunNanos = clock.nanos();
    try {
      Begun begun = api.begin(request);
      return begun == null
          ? null
          : begun.around(response -> () -> observed(request, response, begunNanos));
    } catch (Throwable failure) {
      onFailure(request, failure, begunNanos);
      throw failure;
    }
  }

  private Response observed(Request request, Supplier<Response> answering, long begunNanos) {
    try {
      Response response = answering.get();
      onAnswer(request, response, begunNanos);
      return response;
    } catch (Throwable failure) {
      onFailure(request, failure, begunNanos);
      throw failure;
    }
  }

  private void onAnswer(Request request, Response response, long begunNanos) {
    int status = response.status();
    int subStatus = status < 400 ? 0 : number(response.headers(), "x-ms-substatus");
    count(request, response, status, subStatus, begunNanos);
  }

  private void onFailure(Request request, Throwable failure, long begunNanos) {
    if (failure instanceof DatabaseException known) {
      count(request, null, known.code().status(), known.code().subStatus(), begunNanos);
    } else {
      count(request, null, 500, 0, begunNanos);
    }
  }

  private void count(
      Request request, @Nullable Response response, int status, int subStatus, long begunNanos) {
    long nanos = clock.nanos() - begunNanos;
    OperationKind kind = paths.kind(request);
    counts.count(kind, status, subStatus, nanos);
    if (log.wants(status)) {
      log.add(entry(request, response, kind, status, subStatus, nanos));
    }
  }

  private RequestEntry entry(
      Request request,
      @Nullable Response response,
      OperationKind kind,
      int status,
      int subStatus,
      long nanos) {
    Headers headers = response == null ? Headers.empty() : response.headers();
    String partition = headers.first("x-ms-documentdb-partitionkeyrangeid");
    String charge = headers.first("x-ms-request-charge");
    RequestPaths.Target target = paths.target(request);
    return new RequestEntry(
        clock.millis(),
        name,
        kind.text(),
        target.database(),
        target.container(),
        partition == null ? "" : partition,
        target.key(),
        status,
        subStatus,
        charge == null ? 0 : Double.parseDouble(charge),
        nanos / 1e6,
        response == null ? 0 : response.body().length);
  }

  private static int number(Headers headers, String name) {
    String value = headers.first(name);
    return value == null ? 0 : Integer.parseInt(value) & 0xFFFF;
  }
}
