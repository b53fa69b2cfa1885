package dev.partita.testing.junit;

import dev.partita.testing.TestDatabase;
import dev.partita.testing.TestServer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link PartitaTest} stands for. */
public final class PartitaExtension implements ParameterResolver, AfterEachCallback {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PartitaExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestServer.class
        || (type == TestDatabase.class && context.getTestMethod().isPresent());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() == TestServer.class) {
      return TestServer.shared();
    }
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    TestDatabase known = store.get(TestDatabase.class, TestDatabase.class);
    if (known == null) {
      known = TestServer.shared().newDatabase();
      store.put(TestDatabase.class, known);
    }
    return known;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestDatabase database =
        context.getStore(NAMESPACE).remove(TestDatabase.class, TestDatabase.class);
    if (database != null) {
      database.close();
    }
  }
}
