package dev.partita.server.rehearsal;

import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Urgency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A handler that does to requests what rehearsals ask for, and passes on all others. Immutable.
 *
 * @param running empty before the server has started
 */
record RehearsalHandler(HttpHandler everything, Supplier<Optional<Rehearsals>> running)
    implements HttpHandler {

  @Override
  public Urgency urgency(String path) {
    return everything.urgency(path);
  }

  @Override
  public CompletionStage<Response> handle(Request request) {
    Optional<Rehearsal> asked = running.get().flatMap(rehearsals -> rehearsals.next(request));
    if (asked.isEmpty()) {
      return everything.handle(request);
    }
    Rehearsal rehearsal = asked.get();
    Rehearsal.Plan plan = rehearsal.plan();
    CompletionStage<Response> answer =
        plan.fault().isCarriedOut()
            ? everything.handle(request)
            : CompletableFuture.completedStage(refusal(rehearsal));
    if (plan.fault() == Fault.LOST_ANSWER) {
      answer = answer.thenApply(done -> refusal(rehearsal));
    }
    return plan.latencyMillis() == 0 ? answer : late(answer, plan.latencyMillis());
  }

  /** The answer after a while, for which no thread waits. */
  private static CompletionStage<Response> late(CompletionStage<Response> answer, long millis) {
    return answer.thenCompose(
        response ->
            CompletableFuture.supplyAsync(
                () -> response, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)));
  }

  private static Response refusal(Rehearsal rehearsal) {
    Rehearsal.Plan plan = rehearsal.plan();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("code", Integer.toString(plan.fault().status()));
    body.put(
        "message", "Rehearsal " + rehearsal.id() + ": as asked for, " + plan.fault().text() + ".");
    Response response =
        Response.json(plan.fault().status(), body)
            .with("x-ms-substatus", Integer.toString(plan.fault().subStatus()))
            .with("x-ms-activity-id", UUID.randomUUID().toString())
            .with("x-ms-request-charge", "0")
            .with("x-partita-rehearsal", Long.toString(rehearsal.id()));
    return plan.fault() == Fault.THROTTLE || plan.fault() == Fault.RETRY_WITH
        ? response.with("x-ms-retry-after-ms", Long.toString(plan.retryAfterMillis()))
        : response;
  }
}
