package dev.partita.server.rehearsal;

import dev.partita.net.http.HttpHandler;
import dev.partita.protocol.Listener;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Rehearsals as a module of the server: around the requests of others, and in the admin API. */
public final class RehearsalModule implements ProtocolModule<RehearsalModule.Options, Rehearsals> {

  private static final Setting<Boolean> REHEARSALS =
      Setting.flag(
          "rehearsals",
          "Let tests have requests fail on purpose and move the clock; never in production.");

  /** Whether there are any. */
  public record Options(boolean isOn) {}

  @Override
  public String name() {
    return "rehearsal";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(REHEARSALS);
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(values.of(REHEARSALS));
  }

  @Override
  public List<Listener<Rehearsals>> listeners(Options options, Account account) {
    return List.of();
  }

  @Override
  public HttpHandler around(
      Options options, HttpHandler everything, Supplier<Optional<Rehearsals>> running) {
    return options.isOn() ? new RehearsalHandler(everything, running) : everything;
  }

  @Override
  public Rehearsals start(Options options, ProtocolServices services) {
    return new Rehearsals(options.isOn(), services);
  }
}
