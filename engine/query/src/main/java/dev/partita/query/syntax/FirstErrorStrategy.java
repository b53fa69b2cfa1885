package dev.partita.query.syntax;

import dev.partita.query.syntax.grammar.TreeBuilder;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;

/** Error strategy of the parser: it stops at the first error and names the token. For one parse. */
final class FirstErrorStrategy extends DefaultErrorStrategy {

  @Override
  public void reportError(Parser parser, RecognitionException e) {
    throw TreeBuilder.syntaxError(e.getOffendingToken());
  }

  @Override
  public Token recoverInline(Parser parser) {
    throw TreeBuilder.syntaxError(parser.getCurrentToken());
  }

  /** Does nothing: the next match finds the same error at the same token. */
  @Override
  public void sync(Parser parser) {}
}
