package dev.partita.telemetry;

import dev.partita.base.error.DatabaseException;
import java.util.function.Supplier;

/**
 * One request and what comes of it, as the code that carries it out reports it: an object of the
 * request, made when it begins, filled while it is carried out, and counted and logged when it is
 * answered. For one thread at a time.
 */
public final class RequestOutcome {

  /** Of a request that no partition served, or several. */
  static final int NO_PARTITION = -1;

  private final RequestRecorder recorder;
  private final long begunNanos;
  private OperationKind operation = OperationKind.OTHER;
  private String database = "";
  private String container = "";
  private String key = "";
  private int partition = NO_PARTITION;
  private Supplier<RequestDetail> detail = () -> RequestDetail.NONE;
  private double requestUnits;

  RequestOutcome(RequestRecorder recorder, long begunNanos) {
    this.recorder = recorder;
    this.begunNanos = begunNanos;
  }

  /** What the request asks for. */
  public RequestOutcome operation(OperationKind kind) {
    operation = kind;
    return this;
  }

  /**
   * What the request is about.
   *
   * @param database by its name; empty if it names none, and so is the container
   */
  public RequestOutcome on(String database, String container) {
    this.database = database;
    this.container = container;
    return this;
  }

  /** The partition key, or what else tells the items apart, as the request has it. */
  public RequestOutcome key(String text) {
    key = text;
    return this;
  }

  /** The one physical partition that served it. */
  public RequestOutcome partition(int number) {
    partition = number;
    return this;
  }

  /**
   * What the request is about in detail: worked out if it is logged, when it is answered, and by
   * the thread that answers it.
   */
  public RequestOutcome detail(Supplier<RequestDetail> known) {
    detail = known;
    return this;
  }

  /** What it cost. */
  public RequestOutcome charge(double units) {
    requestUnits = units;
    return this;
  }

  /**
   * Counts the request, and logs it if it is one of those. To be called once.
   *
   * @param subStatus 0 if there is none
   * @param bytes of the answer
   */
  public void answered(int status, int subStatus, long bytes) {
    recorder.record(this, status, subStatus, bytes);
  }

  /** Counts the request as one that failed as this says; in place of {@link #answered}. */
  public void failed(Throwable failure) {
    if (failure instanceof DatabaseException known) {
      answered(known.code().status(), known.code().subStatus() & 0xFFFF, 0);
    } else {
      answered(500, 0, 0);
    }
  }

  OperationKind operation() {
    return operation;
  }

  String database() {
    return database;
  }

  String container() {
    return container;
  }

  String key() {
    return key;
  }

  int partition() {
    return partition;
  }

  RequestDetail detail() {
    return detail.get();
  }

  double requestUnits() {
    return requestUnits;
  }

  long begunNanos() {
    return begunNanos;
  }
}
