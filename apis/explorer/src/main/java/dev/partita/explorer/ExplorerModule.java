package dev.partita.explorer;

import dev.partita.net.http.HttpHandler;
import dev.partita.protocol.Listener;
import dev.partita.protocol.Listener.Address;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.Readiness;
import dev.partita.protocol.ServerView;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import java.util.List;
import java.util.Optional;

/**
 * Protocol module of the explorer: the page below a path of the server, and a redirection of
 * browsers that open the root or a port that users know from other emulators.
 */
public final class ExplorerModule implements ProtocolModule<PortChoice, ExplorerModule.Running> {

  private static final String NAME = "explorer";

  private static final Setting<PortChoice> PORT =
      Setting.port(
          "explorer-port",
          1234,
          "NUMBER",
          "Where the explorer opens by itself, as at /_explorer; off, or 0, for none.");

  /** The running module. */
  public record Running(HttpHandler pages) implements Protocol {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PORT);
  }

  @Override
  public PortChoice options(SettingValues values) {
    PortChoice port = values.of(PORT);
    return port.port() == 0 ? PortChoice.OFF : port;
  }

  /** The files are the same for every user, so the listeners need no authentication. */
  @Override
  public List<Listener<Running>> listeners(PortChoice port, Account account) {
    return List.of(
        new Listener.AtPath<>(ExplorerPages.PATH, Running::pages, false)
            .withAddress(new Address(NAME, "Explorer", "http", ExplorerPages.PATH + "/"))
            .asLanding(),
        new Listener.Alias<>(
            PORT,
            port,
            "The explorer has no port of its own and is at "
                + ExplorerPages.PATH
                + "/ of the server"));
  }

  @Override
  public Running start(PortChoice port, ProtocolServices services) {
    ServerView server = services.server();
    return new Running(
        new ExplorerPages(
            () ->
                server.readiness() instanceof Readiness.NotReady(String reason)
                    ? Optional.of(reason)
                    : Optional.empty()));
  }
}
