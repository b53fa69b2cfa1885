package dev.partita.benchmarks.http;

import dev.partita.base.time.Clock;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.MemoryAuthority;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Server that reads requests and sends a constant response. */
final class BareServer implements AutoCloseable {

  private final EventLoopGroup eventLoops;
  private final Channel listener;

  /**
   * @param headers alternating names and values of the response
   */
  BareServer(boolean tls, int status, List<String> headers, byte[] body) throws SSLException {
    SslContext context = tls ? context() : null;
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(), NioIoHandler.newFactory());
    listener =
        new ServerBootstrap()
            .group(eventLoops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    if (context != null) {
                      channel.pipeline().addLast(context.newHandler(channel.alloc()));
                    }
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec(), new Answer(status, headers, body));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    listener.close().syncUninterruptibly();
    eventLoops.shutdownGracefully().syncUninterruptibly();
  }

  private static SslContext context() throws SSLException {
    Identity identity = new MemoryAuthority(List.of("localhost"), Clock.system()).identity();
    return SslContextBuilder.forServer(identity.key(), identity.chain())
        .sslProvider(SslProvider.JDK)
        .build();
  }

  private static final class Answer extends ChannelInboundHandlerAdapter {

    private final int status;
    private final List<String> headers;
    private final byte[] body;

    Answer(int status, List<String> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      boolean complete = message instanceof LastHttpContent;
      ReferenceCountUtil.release(message);
      if (complete) {
        var _ = context.writeAndFlush(answer(), context.voidPromise());
      }
    }

    private FullHttpResponse answer() {
      var answer =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              HttpResponseStatus.valueOf(status),
              Unpooled.wrappedBuffer(body));
      for (int i = 0; i < headers.size(); i += 2) {
        answer.headers().add(headers.get(i), headers.get(i + 1));
      }
      return answer;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, @Nullable Throwable cause) {
      var _ = context.close();
    }
  }
}
