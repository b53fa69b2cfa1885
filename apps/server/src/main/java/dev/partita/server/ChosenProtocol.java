package dev.partita.server;

import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.setting.SettingValues;

/** A protocol with what was chosen for it. Immutable. */
record ChosenProtocol<O, P extends Protocol>(ProtocolModule<O, P> module, O options) {

  static <O, P extends Protocol> ChosenProtocol<O, P> of(
      ProtocolModule<O, P> module, SettingValues values) {
    return new ChosenProtocol<>(module, module.options(values));
  }
}
