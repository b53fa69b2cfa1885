package dev.partita.nosql;

import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;

/** What the computing of scripts costs. Pure functions. */
final class ScriptCharges {

  /** As much as a script pays that is ended because its time is over, and as any pays at most. */
  static final RequestCharge MOST = RequestCharge.of(5000);

  /** The least charge of a request. */
  static final RequestCharge LEAST = RequestCharge.of(1);

  private ScriptCharges() {}

  static RequestCharge of(long units) {
    RequestCharge work = ChargeModel.work(units);
    return work.compareTo(MOST) < 0 ? work : MOST;
  }
}
