package dev.partita.execution;

import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.UserFunctions;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A page of a query that someone asks for.
 *
 * @param continuation what the page before gave; null for the first page
 * @param maxItems how many results the page may have at most; -1 if the server decides
 * @param maxContinuationBytes how long the continuation may be at most; 0 if that does not matter
 * @param traits what the container's settings mean for queries
 * @param functions the functions that users have registered
 * @param cancelled tells when nobody waits for the page any more; asked often, from any thread
 */
public record QueryRequest(
    String text,
    Parameters parameters,
    QueryScope scope,
    @Nullable String continuation,
    int maxItems,
    int maxContinuationBytes,
    ContainerTraits traits,
    UserFunctions functions,
    BooleanSupplier cancelled) {

  /** The first page of a query over everything, as large as the server makes it. */
  public static QueryRequest of(String text) {
    return new QueryRequest(
        text,
        Parameters.NONE,
        QueryScope.ALL,
        null,
        -1,
        0,
        ContainerTraits.DEFAULT,
        UserFunctions.NONE,
        () -> false);
  }

  QueryRequest withText(String other) {
    return new QueryRequest(
        other,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled);
  }

  public QueryRequest withParameters(Parameters given) {
    return new QueryRequest(
        text,
        given,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled);
  }

  public QueryRequest withScope(QueryScope asked) {
    return new QueryRequest(
        text,
        parameters,
        asked,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled);
  }

  public QueryRequest withContinuation(@Nullable String token) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        token,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled);
  }

  public QueryRequest withMaxItems(int count) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        count,
        maxContinuationBytes,
        traits,
        functions,
        cancelled);
  }

  public QueryRequest withMaxContinuationBytes(int bytes) {
    return new QueryRequest(
        text, parameters, scope, continuation, maxItems, bytes, traits, functions, cancelled);
  }

  public QueryRequest withTraits(ContainerTraits known) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        known,
        functions,
        cancelled);
  }

  public QueryRequest withFunctions(UserFunctions registered) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        registered,
        cancelled);
  }

  public QueryRequest withCancelled(BooleanSupplier flag) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        flag);
  }
}
