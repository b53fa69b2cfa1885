package dev.partita.consensus;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UnsafeByteOperations;
import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the replicas of a group say to each other, and how: docs/formats/log.md. The engine has more
 * kinds of messages, such as those that change members from outside; they are not let in.
 */
enum MessageKind {
  APPEND(
      1, AppendEntriesRequest.class, AppendEntriesRequest.parser(), AppendEntriesResponse.parser()),
  VOTE(2, RequestVoteRequest.class, RequestVoteRequest.parser(), RequestVoteResponse.parser()),
  INSTALL(
      3,
      InstallSnapshotRequest.class,
      InstallSnapshotRequest.parser(),
      InstallSnapshotResponse.parser()),
  HAND_ON(4, TimeoutNowRequest.class, TimeoutNowRequest.parser(), TimeoutNowResponse.parser()),
  /** Asks for the newest term that a replica knows. */
  TERM(5, null, null, null),
  /** Asks the leader how far its log is committed. */
  COMMITTED(6, null, null, null),
  /** Asks the leader how far its log reaches. */
  LAST(7, null, null, null),
  /** Asks a replica whether it has caught up, and votes. */
  LEVEL(8, null, null, null);

  /** The kind, the group and the flags. */
  static final int HEAD_BYTES = 6;

  /** Of a vote: the leader has asked for it. */
  static final int HANDED_ON = 1;

  private static final MessageKind[] KINDS = values();
  private static final int ERROR = 0;
  private static final int ANSWER = 1;

  private final int number;
  private final @Nullable Class<? extends Message> type;
  private final @Nullable Parser<? extends Message> requests;
  private final @Nullable Parser<? extends Message> answers;

  MessageKind(
      int number,
      @Nullable Class<? extends Message> type,
      @Nullable Parser<? extends Message> requests,
      @Nullable Parser<? extends Message> answers) {
    this.number = number;
    this.type = type;
    this.requests = requests;
    this.answers = answers;
  }

  static Optional<MessageKind> of(Object message) {
    return Arrays.stream(KINDS)
        .filter(kind -> kind.type != null && kind.type.isInstance(message))
        .findFirst();
  }

  /**
   * @throws DatabaseException BAD_REQUEST if it is none of these
   */
  static MessageKind of(byte[] frame) {
    int number = frame.length < HEAD_BYTES ? 0 : frame[0];
    if (number < 1 || number > KINDS.length) {
      throw DatabaseException.badRequest(
              "A node has sent a message about a replication group that is not known here. Update"
                  + " the older one of both nodes.")
          .with("kind", number)
          .with("bytes", frame.length);
    }
    return KINDS[number - 1];
  }

  static int group(byte[] frame) {
    return Bytes.readInt(frame, 1);
  }

  static int flags(byte[] frame) {
    return frame[HEAD_BYTES - 1];
  }

  /** A request without a body. */
  byte[] frame(int group) {
    return new KeyWriter(HEAD_BYTES).u8(number).u32(group).u8(0).toBytes();
  }

  byte[] frame(int group, int flags, Message body) {
    byte[] frame = new byte[HEAD_BYTES + body.getSerializedSize()];
    ByteBuffer.wrap(frame).put((byte) number).putInt(group).put((byte) flags);
    write(body, frame, HEAD_BYTES);
    return frame;
  }

  Message request(byte[] frame) {
    return parse(requests, frame, HEAD_BYTES);
  }

  static byte[] answer(Message body) {
    byte[] frame = new byte[1 + body.getSerializedSize()];
    frame[0] = (byte) (body instanceof ErrorResponse ? ERROR : ANSWER);
    write(body, frame, 1);
    return frame;
  }

  Message answer(byte[] frame) {
    if (frame.length == 0) {
      throw damaged(null);
    }
    return parse(frame[0] == ERROR ? ErrorResponse.parser() : answers, frame, 1);
  }

  private static void write(Message body, byte[] frame, int offset) {
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(frame, offset, frame.length - offset);
      body.writeTo(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The message keeps parts of the bytes, which nobody changes. */
  private static Message parse(
      @Nullable Parser<? extends Message> parser, byte[] frame, int offset) {
    if (parser == null) {
      throw damaged(null);
    }
    try {
      CodedInputStream in =
          UnsafeByteOperations.unsafeWrap(frame, offset, frame.length - offset).newCodedInput();
      in.enableAliasing(true);
      return parser.parseFrom(in);
    } catch (InvalidProtocolBufferException e) {
      throw damaged(e);
    }
  }

  private static DatabaseException damaged(@Nullable Exception cause) {
    return new DatabaseException(
        ErrorCode.BAD_REQUEST, "A message about a replication group cannot be read.", cause);
  }
}
