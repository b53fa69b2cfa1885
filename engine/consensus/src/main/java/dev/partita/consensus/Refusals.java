package dev.partita.consensus;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.NotLeading;

/** What the engine says when it does not change the members or the leader. Pure functions. */
final class Refusals {

  private Refusals() {}

  static RuntimeException of(Status status, int group, boolean isLeader) {
    RaftError error = status.getRaftError();
    if (error == RaftError.EPERM && !isLeader) {
      return new NotLeading();
    }
    return error == RaftError.EBUSY
        ? busy(group)
        : new DatabaseException(
                ErrorCode.UNAVAILABLE,
                "The members or the leader of the replication group were not changed.")
            .with("group", group)
            .with("reason", String.valueOf(status.getErrorMsg()));
  }

  static DatabaseException busy(int group) {
    return new DatabaseException(
            ErrorCode.CONFLICT,
            "Another change of the members or the leader of the replication group is under way."
                + " Try again when it is done.")
        .with("group", group);
  }
}
