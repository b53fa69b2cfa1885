package dev.partita.advice;

import java.util.Arrays;

/** What requests come to under one key; the account of a replay. On one thread. */
final class Load {

  private static final double QUANTILE = 0.95;

  final Timeline timeline;
  final int partitions;
  final double[][] units;
  final double[][] counts;
  double requests;
  double total;
  double crossRequests;
  double crossUnits;
  double prefixRequests;
  double transactions;
  double spanningTransactions;
  double scripts;
  double spanningScripts;
  double updates;
  double changingUpdates;
  double hottestKeyUnits;
  double hottestKeyPeak;
  double createdBytes;

  Load(Timeline timeline, int partitions) {
    this.timeline = timeline;
    this.partitions = partitions;
    this.units = new double[timeline.steps()][partitions];
    this.counts = new double[timeline.steps()][partitions];
  }

  void add(int step, int partition, double charge, double count) {
    units[step][partition] += charge;
    counts[step][partition] += count;
    total += charge;
  }

  void spread(int step, int from, int to, double charge, double count) {
    int width = to - from + 1;
    for (int i = from; i <= to; i++) {
      units[step][i] += charge / width;
      counts[step][i] += count / width;
    }
    total += charge;
  }

  /** What each partition spends per second, over all the time. */
  double[] rates() {
    double[] rates = new double[partitions];
    for (double[] step : units) {
      for (int i = 0; i < partitions; i++) {
        rates[i] += step[i] / timeline.seconds();
      }
    }
    return rates;
  }

  /** The share of the partition that gets most. */
  double hottestPartition() {
    double most = Arrays.stream(rates()).max().orElse(0) * timeline.seconds();
    return total == 0 ? 0 : most / total;
  }

  /** The throughput with which 95 % of the time nothing would be refused. */
  double required() {
    double[] needs = new double[units.length];
    for (int i = 0; i < needs.length; i++) {
      needs[i] = Arrays.stream(units[i]).max().orElse(0) * partitions / timeline.stepSeconds();
    }
    Arrays.sort(needs);
    return needs[(int) Math.ceil(QUANTILE * needs.length) - 1];
  }

  /** How many requests would be refused with so many request units per second in all. */
  double throttled(double throughput) {
    if (throughput <= 0) {
      return 0;
    }
    double capacity = throughput / partitions * timeline.stepSeconds();
    double refused = 0;
    for (int i = 0; i < units.length; i++) {
      for (int j = 0; j < partitions; j++) {
        if (units[i][j] > capacity) {
          refused += counts[i][j] * (1 - capacity / units[i][j]);
        }
      }
    }
    return refused;
  }
}
