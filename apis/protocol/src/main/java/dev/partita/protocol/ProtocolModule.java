package dev.partita.protocol;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.net.http.HttpHandler;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A protocol that a server can speak: what can be set of it, where it listens, and how it is
 * started. Immutable, and cheap to make: the help of the command line has one of each, too.
 *
 * @param <O> what users chose for the protocol; {@link NoOptions} if there is nothing to choose
 * @param <P> the protocol at work
 */
public interface ProtocolModule<O, P extends Protocol> {

  /**
   * The name of the protocol, in lower case. The admin API gives it as the kind of the containers
   * that {@link #describes} claims.
   */
  String name();

  /** What can be set of this protocol alone. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /**
   * What was chosen, read and checked.
   *
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST naming the setting and where it
   *     was given, if a value is not possible or contradicts another
   */
  O options(SettingValues values);

  /**
   * Where clients reach the protocol.
   *
   * @param account whose keys may be known to all
   */
  List<Listener<P>> listeners(O options, Account account);

  /**
   * What answers at the server's own ports, with what this module puts around it.
   *
   * @param running the protocol at work; empty before it has started
   */
  default HttpHandler around(O options, HttpHandler everything, Supplier<Optional<P>> running) {
    return everything;
  }

  /** Starts the protocol, once the data is open. What it begins has ended when it is closed. */
  P start(O options, ProtocolServices services);

  /** Whether containers of a model, or with its presentation, are shown in this protocol's form. */
  default boolean describes(ContainerModel model) {
    return false;
  }
}
