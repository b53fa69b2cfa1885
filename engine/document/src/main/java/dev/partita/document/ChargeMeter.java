package dev.partita.document;

import dev.partita.throughput.RequestCharge;

/**
 * The charge of one request, added up from what it really did, also when it fails. Written by the
 * thread that does the work; read when that is done.
 */
final class ChargeMeter {

  private RequestCharge total = RequestCharge.ZERO;

  void add(RequestCharge charge) {
    total = total.plus(charge);
  }

  RequestCharge total() {
    return total;
  }
}
