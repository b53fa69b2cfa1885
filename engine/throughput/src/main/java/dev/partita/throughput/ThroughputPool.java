package dev.partita.throughput;

import dev.partita.base.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Throughput of a container or of a database, divided evenly over slots. Each slot has one {@link
 * Budget}; together their rates are exactly the total, since the remainder is distributed over the
 * first slots, a hundredth each. Safe for use by any number of threads; not on the path of
 * requests.
 *
 * <p>A partition binds itself to a slot and spends that slot's budget:
 *
 * <ul>
 *   <li>A container with its own throughput has a pool with as many slots as physical partitions,
 *       one partition in each. Splitting is {@code resize(n + 1)} and another {@link #bind}.
 *   <li>A database with shared throughput has one pool for all its containers, with as many slots
 *       as {@link ThroughputLimits#requiredPartitions} says. Any number of partitions of any of its
 *       containers share a slot, so containers can starve each other, as in the service.
 * </ul>
 *
 * <p>A new binding goes to the slot with the fewest. When slots are added, bindings move from the
 * fullest slots until no slot has two more than another; when slots are removed, the emptiest go
 * first and their bindings move. The balance, bank and debt of a removed slot's budget are dropped.
 */
public final class ThroughputPool {

  private record Slot(Budget budget, List<SlotBinding> bindings) {
    int size() {
      return bindings.size();
    }
  }

  private static final Comparator<Slot> BY_SIZE = Comparator.comparingInt(Slot::size);

  private final Clock clock;
  private final ThroughputLimits limits;
  private final AutoscaleMeter meter;
  private final List<Slot> slots = new ArrayList<>();
  private ThroughputSettings settings;

  public ThroughputPool(
      Clock clock, ThroughputLimits limits, ThroughputSettings settings, int slots) {
    this.clock = clock;
    this.limits = limits;
    this.settings = settings;
    meter = new AutoscaleMeter(clock, settings.ruPerSecond());
    resize(slots);
  }

  public synchronized ThroughputSettings settings() {
    return settings;
  }

  /** Changes the total; the budgets follow at once, whether or not there are enough slots. */
  public synchronized void change(ThroughputSettings newSettings) {
    settings = newSettings;
    meter.changeMaximum(newSettings.ruPerSecond());
    divide();
  }

  /** Changes the number of slots among which the total is divided. */
  public synchronized void resize(int newSize) {
    if (newSize < 1) {
      throw new IllegalArgumentException("A pool has at least one slot, not " + newSize);
    }
    List<SlotBinding> homeless = new ArrayList<>();
    while (slots.size() > newSize) {
      Slot emptiest = emptiest();
      slots.remove(emptiest);
      homeless.addAll(emptiest.bindings());
    }
    for (int i = slots.size(); i < newSize; i++) {
      slots.add(new Slot(new Budget(clock, share(i, newSize), limits, meter), new ArrayList<>()));
    }
    homeless.forEach(binding -> move(binding, emptiest()));
    level();
    divide();
  }

  public synchronized SlotBinding bind() {
    Slot slot = emptiest();
    SlotBinding binding = new SlotBinding(this, slot.budget());
    slot.bindings().add(binding);
    return binding;
  }

  /** The budgets of all slots, in order. */
  public synchronized List<Budget> budgets() {
    return slots.stream().map(Slot::budget).toList();
  }

  /**
   * Rate for billing at this moment: with manual throughput the provisioned one, with autoscale the
   * level that the current hour has reached.
   */
  public synchronized long billedRuPerSecond() {
    return switch (settings) {
      case ThroughputSettings.Manual(long ruPerSecond) -> ruPerSecond;
      case ThroughputSettings.Autoscale _ -> meter.currentHourRuPerSecond();
    };
  }

  public AutoscaleMeter meter() {
    return meter;
  }

  synchronized void release(SlotBinding binding) {
    slots.forEach(slot -> slot.bindings().remove(binding));
  }

  private void divide() {
    for (int i = 0; i < slots.size(); i++) {
      slots.get(i).budget().changeRate(share(i, slots.size()));
    }
  }

  private RequestCharge share(int slot, int count) {
    long total = RequestCharge.of(settings.ruPerSecond()).hundredths();
    return new RequestCharge(total / count + (slot < total % count ? 1 : 0));
  }

  private void level() {
    while (true) {
      Slot fullest = slots.stream().max(BY_SIZE).orElseThrow();
      Slot emptiest = emptiest();
      if (fullest.size() - emptiest.size() < 2) {
        return;
      }
      move(fullest.bindings().removeLast(), emptiest);
    }
  }

  private Slot emptiest() {
    return slots.stream().min(BY_SIZE).orElseThrow();
  }

  private static void move(SlotBinding binding, Slot slot) {
    slot.bindings().add(binding);
    binding.moveTo(slot.budget());
  }
}
