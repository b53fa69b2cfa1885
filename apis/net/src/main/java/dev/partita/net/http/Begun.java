package dev.partita.net.http;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request that an event loop has begun with: its response is there, or is made by the event loop
 * once something has happened elsewhere.
 */
public final class Begun {

  private final @Nullable CompletionStage<?> awaited;
  private final Supplier<Response> response;

  private Begun(@Nullable CompletionStage<?> awaited, Supplier<Response> response) {
    this.awaited = awaited;
    this.response = response;
  }

  public static Begun with(Response response) {
    return new Begun(null, () -> response);
  }

  /**
   * @param awaited what to wait for; whether it fails does not matter
   * @param response asked for once, then; takes no longer than what is done at once
   */
  public static Begun until(CompletionStage<?> awaited, Supplier<Response> response) {
    return new Begun(awaited, response);
  }

  /** The same, with something around the making of the response. */
  public Begun around(UnaryOperator<Supplier<Response>> wrapping) {
    return new Begun(awaited, wrapping.apply(response));
  }

  @Nullable CompletionStage<?> awaited() {
    return awaited;
  }

  Response response() {
    return response.get();
  }
}
