package dev.partita.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions, waits with a deadline, and JSON in short form. Pure functions. */
public final class Expect {

  /** Long enough for a machine with many times the load that it can carry. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final long POLL_NANOS = 1_000_000;

  private Expect() {}

  /** Parses JSON with single quotes in the place of double ones. */
  public static JsonObject json(String text) {
    return JsonReader.DEFAULT.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the exception of a call that must fail. */
  public static DatabaseException failure(ThrowingCallable call) {
    DatabaseException[] thrown = new DatabaseException[1];
    assertThatThrownBy(call).isInstanceOfSatisfying(DatabaseException.class, e -> thrown[0] = e);
    return thrown[0];
  }

  public static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThat(failure(call).code()).isEqualTo(code);
  }

  /** Waits until a condition holds; fails after the deadline. */
  public static void await(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > DEADLINE.toNanos()) {
        throw new AssertionError("The condition does not hold after " + DEADLINE);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Waits until a latch is open; fails after the deadline. */
  public static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while it waited", e);
    }
  }
}
