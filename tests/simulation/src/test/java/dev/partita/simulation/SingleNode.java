package dev.partita.simulation;

import dev.partita.container.group.Groups;
import dev.partita.simulated.SimulatedDisk;
import dev.partita.storage.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One engine on one disk, which is opened again after each crash. */
final class SingleNode implements Deployment {

  private final Context context;
  private final SimulatedDisk disk = new SimulatedDisk();
  private @Nullable SimulatedProcess process;
  private @Nullable ServingEngine serving;

  SingleNode(Context context) {
    this.context = context;
  }

  @Override
  public List<ServingEngine> serving() {
    return serving == null ? List.of() : List.of(serving);
  }

  @Override
  public ServingEngine leader() {
    return serving().getFirst();
  }

  @Override
  public void advance() {
    if (process == null) {
      start();
    } else if (disk.isBroken()) {
      if (context.chance(20)) {
        crash();
      }
    } else if (disk.isBehind()) {
      context.trace().add("sync");
      disk.sync(1 + context.random().nextInt(4));
    }
  }

  private void start() {
    context.trace().add("start");
    SimulatedProcess started = new SimulatedProcess(context.scheduler());
    process = started;
    Store store = context.given(disk.open());
    started.start(
        () -> {
          try {
            serving =
                ServingEngine.open(
                    started,
                    store,
                    () -> true,
                    options ->
                        context
                            .options(options)
                            .withRuntime(
                                runtime ->
                                    runtime.withReplication(
                                        over ->
                                            Groups.alone(
                                                context
                                                    .faults()
                                                    .log()
                                                    .apply(
                                                        runtime
                                                            .replication()
                                                            .open(over)
                                                            .log(Groups.FIRST))))));
            context.trace().add("serving");
          } catch (RuntimeException e) {
            context.trace().add("not opened: " + ServingEngine.requireExpected("open", e));
            crash();
          }
        });
  }

  @Override
  public void disturb() {
    switch (context.random().nextInt(4)) {
      case 0 -> {
        if (disk.isBehind()) {
          context.trace().add("sync fails");
          disk.failSync();
        }
      }
      case 1 -> {
        context.trace().add("full: " + !disk.isFull());
        disk.full(!disk.isFull());
      }
      default -> crash();
    }
  }

  private void crash() {
    if (process != null) {
      context.trace().add("crash");
      process.kill();
      process = null;
      serving = null;
      disk.crash(context.random().nextInt(disk.unsyncedCount() + 1));
    }
  }

  @Override
  public boolean isAtRest() {
    return serving != null && !disk.isBehind() && !disk.isBroken() && context.scheduler().isIdle();
  }

  @Override
  public void settle() {
    disk.full(false);
    while (!isAtRest()) {
      if (process == null || disk.isBroken()) {
        crash();
        start();
      }
      if (context.scheduler().isIdle()) {
        SimulationFailure.require(
            disk.isBehind() || serving != null, "The engine does not open, and waits for nothing.");
        disk.sync(Integer.MAX_VALUE);
      }
      context.scheduler().step();
    }
  }

  @Override
  public List<Store> replicas() {
    return List.of(disk.contents());
  }
}
