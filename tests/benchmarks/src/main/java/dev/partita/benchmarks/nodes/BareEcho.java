package dev.partita.benchmarks.nodes;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * The least that Netty can do: one connection over plain TCP, frames with their length in front,
 * answers in the order of requests.
 */
public final class BareEcho implements Echo {

  private static final int FRAME_BYTES_MAX = 64 << 20;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final Queue<CompletableFuture<byte[]>> asked = new ConcurrentLinkedQueue<>();
  private final Channel client;

  public BareEcho() {
    Channel listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(frames(Answering::new))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
    client =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(frames(Asking::new))
            .connect(listener.localAddress())
            .syncUninterruptibly()
            .channel();
  }

  private static ChannelInitializer<SocketChannel> frames(Supplier<ChannelHandler> last) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        channel
            .pipeline()
            .addLast(
                new LengthFieldBasedFrameDecoder(FRAME_BYTES_MAX, 0, 4, 0, 4),
                new LengthFieldPrepender(4),
                last.get());
      }
    };
  }

  private static final class Answering extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
      var _ = context.write(frame.retain());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }

  private final class Asking extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
      byte[] answer = new byte[frame.readableBytes()];
      frame.readBytes(answer);
      asked.remove().complete(answer);
    }
  }

  @Override
  public CompletableFuture<byte[]> ask(byte[] request) {
    var answer = new CompletableFuture<byte[]>();
    client
        .eventLoop()
        .execute(
            () -> {
              asked.add(answer);
              var _ = client.writeAndFlush(Unpooled.wrappedBuffer(request));
            });
    return answer;
  }

  @Override
  public void close() {
    loops.shutdownGracefully().syncUninterruptibly();
  }
}
