package dev.partita.admin.api;

import dev.partita.net.http.Urgency;
import dev.partita.protocol.Listener;
import dev.partita.protocol.NoOptions;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.SettingValues;
import java.util.List;

/** What operators and their tools ask, and the metrics beside it, below paths of the server. */
public final class AdminModule implements ProtocolModule<NoOptions, AdminApi> {

  @Override
  public String name() {
    return "admin";
  }

  @Override
  public NoOptions options(SettingValues values) {
    return new NoOptions();
  }

  @Override
  public List<Listener<AdminApi>> listeners(NoOptions options, Account account) {
    return List.of(
        new Listener.AtPath<>(AdminApi.PATH, api -> api, account.isOpen()),
        new Listener.AtPath<>(AdminApi.METRICS_PATH, (AdminApi api) -> api, account.isOpen())
            .withUrgency(Urgency.MONITORING));
  }

  @Override
  public AdminApi start(NoOptions options, ProtocolServices services) {
    return new AdminApi(services);
  }
}
