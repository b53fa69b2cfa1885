package dev.partita.net.http.http1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.List;

/**
 * A decoder that refuses header fields which go on in a second line (RFC 9112, 5.2). Others unfold
 * them, or see another field in such a line, and a field that only some see is how requests are
 * smuggled past a proxy. Confined to its event loop.
 *
 * <p>Looks at each byte of a head before the decoder it extends does, which consumes whole lines
 * only and never more than one message at a time.
 */
final class UnfoldedRequestDecoder extends HttpRequestDecoder {

  /** Where in a head the next byte is. */
  private enum Place {
    BEFORE_FIRST_LINE,
    IN_LINE,
    LINE_BEGIN,
    /** After a carriage return at the beginning of a line. */
    EMPTY_LINE,
    AFTER_HEAD
  }

  private final KnownNames names = new KnownNames();
  private Place place = Place.BEFORE_FIRST_LINE;
  private int seenBytes;
  private boolean folded;

  UnfoldedRequestDecoder(HttpDecoderConfig config) {
    super(config);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (!folded && look(in)) {
      folded = true;
      HttpMessage refused = createInvalidMessage();
      refused.setDecoderResult(
          DecoderResult.failure(new IllegalArgumentException("A header field in two lines")));
      out.add(refused);
    }
    if (folded) {
      // Nothing that follows can be trusted to be where it seems to be.
      in.skipBytes(in.readableBytes());
      return;
    }
    int known = out.size();
    int begin = in.readerIndex();
    super.decode(context, in, out);
    seenBytes = Math.max(0, seenBytes - (in.readerIndex() - begin));
    for (int i = known; i < out.size(); i++) {
      Object message = out.get(i);
      if (message instanceof HttpRequest) {
        place = Place.AFTER_HEAD;
      }
      if (message instanceof LastHttpContent) {
        place = Place.BEFORE_FIRST_LINE;
        seenBytes = 0;
      }
    }
  }

  @Override
  protected AsciiString splitHeaderName(byte[] bytes, int begin, int length) {
    return names.of(bytes, begin, length);
  }

  /**
   * Looks at the bytes that are new, up to the end of the head; returns whether a line is folded.
   */
  private boolean look(ByteBuf in) {
    int end = in.writerIndex();
    int at = in.readerIndex() + seenBytes;
    boolean found = false;
    while (at < end && place != Place.AFTER_HEAD && !found) {
      if (place == Place.IN_LINE) {
        // Most bytes by far are in lines, and the library finds their ends many bytes at a time.
        int newline = in.indexOf(at, end, (byte) '\n');
        place = newline < 0 ? place : Place.LINE_BEGIN;
        at = newline < 0 ? end : newline + 1;
      } else {
        byte next = in.getByte(at++);
        found = place == Place.LINE_BEGIN && (next == ' ' || next == '\t');
        place = after(next);
      }
    }
    seenBytes = Math.max(seenBytes, at - in.readerIndex());
    return found;
  }

  /** Where the byte after this one is, which is not within a line. */
  private Place after(byte next) {
    return switch (place) {
      case BEFORE_FIRST_LINE -> next > ' ' ? Place.IN_LINE : place;
      case LINE_BEGIN -> after(next, Place.EMPTY_LINE);
      case EMPTY_LINE -> after(next, Place.IN_LINE);
      case IN_LINE, AFTER_HEAD -> throw new IllegalStateException("There is no byte to look at");
    };
  }

  private static Place after(byte next, Place carriageReturn) {
    return switch (next) {
      case '\n' -> Place.AFTER_HEAD;
      case '\r' -> carriageReturn;
      default -> Place.IN_LINE;
    };
  }
}
