package dev.partita.consensus;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.group.Members;
import java.nio.ByteBuffer;

/** Entries as the log store has them: docs/formats/log.md. Pure functions. */
final class StoredEntry {

  private static final int FORMAT = 1;
  private static final int DATA = 1;
  private static final int MEMBERS = 2;
  private static final int EMPTY = 3;
  private static final int HEAD_BYTES = 10;

  private StoredEntry() {}

  static byte[] encode(LogEntry entry) {
    long term = entry.getId().getTerm();
    return switch (entry.getType()) {
      case ENTRY_TYPE_DATA -> {
        ByteBuffer data = entry.getReadOnlyData();
        byte[] bytes = new byte[HEAD_BYTES + data.remaining()];
        byte[] head = head(DATA, term).toBytes();
        System.arraycopy(head, 0, bytes, 0, HEAD_BYTES);
        data.get(bytes, HEAD_BYTES, data.remaining());
        yield bytes;
      }
      case ENTRY_TYPE_CONFIGURATION -> change(entry).write(head(MEMBERS, term)).toBytes();
      case ENTRY_TYPE_NO_OP -> head(EMPTY, term).toBytes();
      default -> throw new IllegalArgumentException("An entry of no known type: " + entry);
    };
  }

  private static KeyWriter head(int kind, long term) {
    return new KeyWriter(HEAD_BYTES).u8(FORMAT).u8(kind).u64(term);
  }

  static boolean isMembers(LogEntry entry) {
    return entry.getType() == EntryType.ENTRY_TYPE_CONFIGURATION;
  }

  static MemberChange change(LogEntry entry) {
    Members members = NodeNames.members(entry.getPeers(), entry.getLearners());
    Members before = NodeNames.members(entry.getOldPeers(), entry.getOldLearners());
    return new MemberChange(members, before.voters().isEmpty() ? null : before);
  }

  /**
   * @throws DatabaseException CORRUPT
   */
  static LogEntry decode(long index, byte[] stored) {
    KeyReader reader = new KeyReader(stored);
    int format = reader.u8();
    int kind = reader.u8();
    LogEntry entry = new LogEntry(type(format, kind, index));
    entry.setId(new LogId(index, reader.u64()));
    switch (kind) {
      case DATA ->
          entry.setData(ByteBuffer.wrap(stored, HEAD_BYTES, stored.length - HEAD_BYTES).slice());
      case MEMBERS -> {
        MemberChange change = MemberChange.read(reader);
        entry.setPeers(NodeNames.peers(change.members().voters()));
        entry.setLearners(NodeNames.peers(change.members().learners()));
        Members before = change.before();
        if (before != null) {
          entry.setOldPeers(NodeNames.peers(before.voters()));
          entry.setOldLearners(NodeNames.peers(before.learners()));
        }
      }
      default -> {}
    }
    return entry;
  }

  private static EntryType type(int format, int kind, long index) {
    return switch (format == FORMAT ? kind : 0) {
      case DATA -> EntryType.ENTRY_TYPE_DATA;
      case MEMBERS -> EntryType.ENTRY_TYPE_CONFIGURATION;
      case EMPTY -> EntryType.ENTRY_TYPE_NO_OP;
      default -> throw unreadable(format, kind, index);
    };
  }

  private static DatabaseException unreadable(int format, int kind, long index) {
    return new DatabaseException(
            ErrorCode.CORRUPT, "An entry of the log of a replication group cannot be read.")
        .with("index", index)
        .with("format", format)
        .with("kind", kind);
  }

  /** An entry about members as the engine keeps it in memory. */
  static ConfigurationEntry configuration(LogEntry entry) {
    MemberChange change = change(entry);
    Members before = change.before();
    return new ConfigurationEntry(
        entry.getId(),
        NodeNames.configuration(change.members()),
        before == null ? new Configuration() : NodeNames.configuration(before));
  }
}
