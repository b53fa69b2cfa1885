package dev.partita.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.storage.StoreHealth;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

class EngineHealthTest {

  private static final EngineHealth.Work TRIMMING = new EngineHealth.Work(7, "trim", "orders");

  private final HookedStore store = new HookedStore();
  private final ManualClock clock = new ManualClock(0);
  private final List<String> lines = new ArrayList<>();
  private final EngineHealth health = new EngineHealth(store, clock, FaultHandler.NONE, log());

  @Test
  void aStoreThatTakesNoWritesIsToldOfOnce() {
    assertThat(health.writeProblem()).isNull();
    store.fallIll(health(full(), 0, 0));
    assertThat(health.writeProblem()).isEqualTo("The disk is full.");
    health.look();
    health.look();
    assertThat(take()).singleElement().asString().contains("error", "The disk is full.");

    store.fallIll(health(null, 0, 0));
    assertThat(health.writeProblem()).isNull();
    health.look();
    assertThat(take()).containsExactly("info Writes are taken again.");
  }

  @Test
  void slowSyncsAreToldOfOnceAMinute() {
    store.fallIll(health(null, 0, 1));
    health.look();
    assertThat(take()).singleElement().asString().contains("The disk is slow");
    assertThat(health.warnings()).singleElement().asString().contains("The disk is slow");

    clock.advanceMillis(59_000);
    store.fallIll(health(null, 0, 2));
    health.look();
    assertThat(take()).isEmpty();
    clock.advanceMillis(1_000);
    store.fallIll(health(null, 0, 3));
    health.look();
    assertThat(take()).hasSize(1);

    clock.advanceMillis(60_000);
    assertThat(health.warnings()).isEmpty();
  }

  @Test
  void failuresInTheBackgroundOfTheStoreAreToldOf() {
    store.fallIll(health(null, 4, 0));
    assertThat(health.warnings()).singleElement().asString().contains("sorted files");
    assertThat(take()).singleElement().asString().contains("failed 4 times");
  }

  @Test
  void workThatFailsIsToldOfOnceUntilItSucceeds() {
    health.failed(TRIMMING, full());
    health.failed(TRIMMING, full());
    assertThat(take()).containsExactly("warn Could not trim container orders; it is tried again.");
    assertThat(health.backgroundFailures()).isEqualTo(2);
    assertThat(health.warnings())
        .containsExactly("Background work fails: could not trim a container; the log says why");

    health.failed(TRIMMING, new IllegalStateException("another reason"));
    assertThat(take()).hasSize(1);
    health.succeeded(TRIMMING);
    health.succeeded(TRIMMING);
    assertThat(take()).containsExactly("info Could trim container orders after all.");
    assertThat(health.warnings()).isEmpty();
  }

  @Test
  void theWorkOfContainersThatAreGoneIsForgotten() {
    health.failed(TRIMMING, full());
    health.forget(7);
    assertThat(health.warnings()).isEmpty();
  }

  private static StoreHealth health(
      @Nullable DatabaseException problem, long backgroundErrors, long slowSyncs) {
    return new StoreHealth(problem, 1, 0, backgroundErrors, slowSyncs, 0, slowSyncs);
  }

  private static DatabaseException full() {
    return new DatabaseException(ErrorCode.STORAGE_FULL, "The disk is full.");
  }

  private List<String> take() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  /** A log whose lines are kept: the level and the text. */
  private Logger log() {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (_, method, arguments) -> {
              Object[] values = new Object[arguments.length - 1];
              for (int i = 1; i < arguments.length; i++) {
                values[i - 1] = arguments[i];
              }
              if (values.length == 1 && values[0] instanceof Object[] more) {
                values = more;
              }
              String text =
                  MessageFormatter.arrayFormat(arguments[0].toString(), values).getMessage();
              lines.add(method.getName() + " " + text);
              return null;
            });
  }
}
