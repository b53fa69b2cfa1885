package dev.partita.execution.plan;

import dev.partita.document.ReadTerms;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.UserFunctions;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A request for a page of a query.
 *
 * @param continuation what the page before gave; null for the first page
 * @param maxItems how many results the page may have at most; -1 if the server decides
 * @param maxContinuationBytes how long the continuation may be at most; 0 if that does not matter
 * @param traits what the container's settings mean for queries
 * @param functions the functions that users have registered
 * @param cancelled whether the client is gone; called often, from any thread
 * @param admitted whether it belongs to work that was admitted, and is only charged
 * @param terms on which it reads
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
    BooleanSupplier cancelled,
    boolean admitted,
    ReadTerms terms) {

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
        () -> false,
        false,
        ReadTerms.NEWEST);
  }

  public QueryRequest withText(String other) {
    return new QueryRequest(
        other,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled,
        admitted,
        terms);
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
        cancelled,
        admitted,
        terms);
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
        cancelled,
        admitted,
        terms);
  }

  public QueryRequest withTerms(ReadTerms given) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled,
        admitted,
        given);
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
        cancelled,
        admitted,
        terms);
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
        cancelled,
        admitted,
        terms);
  }

  public QueryRequest withMaxContinuationBytes(int bytes) {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        maxItems,
        bytes,
        traits,
        functions,
        cancelled,
        admitted,
        terms);
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
        cancelled,
        admitted,
        terms);
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
        cancelled,
        admitted,
        terms);
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
        flag,
        admitted,
        terms);
  }

  /** The same as a part of work that was admitted as a whole. */
  public QueryRequest withinAdmitted() {
    return new QueryRequest(
        text,
        parameters,
        scope,
        continuation,
        maxItems,
        maxContinuationBytes,
        traits,
        functions,
        cancelled,
        true,
        terms);
  }
}
