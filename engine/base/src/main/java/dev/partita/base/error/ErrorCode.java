package dev.partita.base.error;

/**
 * Kinds of failure that callers distinguish. The status and sub-status are those of the NoSQL
 * protocol, which users know best; other protocols map the code itself.
 */
public enum ErrorCode {
  /** An argument, a document or a definition is not valid. */
  BAD_REQUEST(400, 0),
  /** The partition key in the document is not the one the request was addressed with. */
  PARTITION_KEY_MISMATCH(400, 1001),
  /** A script is not JavaScript; the context says where. */
  SCRIPT_INVALID(400, 0xFFFF),
  /**
   * The client's container id belongs to a container that was replaced by another one of its name.
   */
  CONTAINER_REPLACED(400, 1024),
  /** The method does not exist for the addressed resource. */
  METHOD_NOT_ALLOWED(405, 0),
  /** The operation is known but not supported; the message names it. */
  UNSUPPORTED(501, 0),
  /** The request lacks valid credentials. */
  UNAUTHORIZED(401, 0),
  FORBIDDEN(403, 0),
  /** All items of one partition key value together have reached the configured size. */
  LOGICAL_PARTITION_FULL(403, 1014),
  NOT_FOUND(404, 0),
  /** The session token names a later state than this node has. */
  SESSION_NOT_AVAILABLE(404, 1002),
  /** The database or container that should hold the addressed resource does not exist. */
  OWNER_NOT_FOUND(404, 1003),
  /** The operation exceeded its time limit. */
  TIMEOUT(408, 0),
  /** An id or a unique key is taken. */
  CONFLICT(409, 0),
  /** The name of a database is taken. */
  DATABASE_EXISTS(409, 3206),
  /** The resource was removed or replaced while the operation was under way. */
  GONE(410, 0),
  /**
   * The addressed partition does not belong to the container any more; the client has to refresh
   * its routing map.
   */
  PARTITION_GONE(410, 1002),
  PRECONDITION_FAILED(412, 0),
  TOO_LARGE(413, 0),
  /** Another change of the same kind is still running. */
  LOCKED(423, 0),
  /** Not carried out because another operation of the same batch failed. */
  FAILED_DEPENDENCY(424, 0),
  /** The partition has no request units left; retry after the time in the context. */
  THROTTLED(429, 3200),
  /** A concurrent change kept the operation from finishing; a retry may succeed. */
  RETRY(449, 0),
  /** A defect of the database. */
  INTERNAL(500, 0),
  /** The server is stopping, or cannot write at the moment. */
  UNAVAILABLE(503, 0),
  /** The disk is full; reads still work. */
  STORAGE_FULL(507, 0),
  /** Stored data is inconsistent; the context says where. */
  CORRUPT(500, 0),
  /** The data folder was written by a version that this one does not understand. */
  INCOMPATIBLE_FORMAT(500, 0);

  private final int status;
  private final int subStatus;

  ErrorCode(int status, int subStatus) {
    this.status = status;
    this.subStatus = subStatus;
  }

  public int status() {
    return status;
  }

  public int subStatus() {
    return subStatus;
  }
}
