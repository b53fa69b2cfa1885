package dev.partita.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
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
    for (Object message : out.subList(known, out.size())) {
      if (message instanceof HttpRequest) {
        place = Place.AFTER_HEAD;
      }
      if (message instanceof LastHttpContent) {
        place = Place.BEFORE_FIRST_LINE;
        seenBytes = 0;
      }
    }
  }

  /**
   * Looks at the bytes that are new, up to the end of the head; returns whether a line is folded.
   */
  private boolean look(ByteBuf in) {
    if (place == Place.AFTER_HEAD || seenBytes >= in.readableBytes()) {
      return false;
    }
    int begin = in.readerIndex() + seenBytes;
    int end = in.forEachByte(begin, in.writerIndex() - begin, this::goOn);
    seenBytes = end < 0 ? in.readableBytes() : end + 1 - in.readerIndex();
    return end >= 0 && place == Place.LINE_BEGIN;
  }

  /** Takes the next byte of the head, and returns whether to go on with the one after it. */
  private boolean goOn(byte next) {
    switch (place) {
      case BEFORE_FIRST_LINE -> place = next > ' ' ? Place.IN_LINE : place;
      case IN_LINE -> place = next == '\n' ? Place.LINE_BEGIN : place;
      case LINE_BEGIN -> {
        if (next == ' ' || next == '\t') {
          return false;
        }
        place = after(next, Place.EMPTY_LINE);
      }
      case EMPTY_LINE -> place = after(next, Place.IN_LINE);
      case AFTER_HEAD -> throw new IllegalStateException("There is no byte to look at");
    }
    return place != Place.AFTER_HEAD;
  }

  private static Place after(byte next, Place carriageReturn) {
    return switch (next) {
      case '\n' -> Place.AFTER_HEAD;
      case '\r' -> carriageReturn;
      default -> Place.IN_LINE;
    };
  }
}
