import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * Runs DynamoDB Local on a Unix socket that only its owner can reach. The program of DynamoDB Local listens on all
 * network interfaces, and no option changes that. The instance is the connector of the web server. `npm run
 * engine-class` compiles this file; the class is committed because a machine may have no compiler.
 */
public final class DynamoDbServer extends ServerConnector {
  /** No web page may call it. */
  private static final String CORS = "https://none.invalid";

  private final ServerSocketChannel channel;

  private DynamoDbServer(Server server, String path) throws IOException {
    super(server);
    channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(path));
  }

  /**
   * Runs until it is killed, and prints `listening` and its port when it is ready. Arguments: the path of the socket,
   * or `loopback` for any free port of 127.0.0.1; then the folder of the database, or none for one in memory.
   */
  public static void main(String[] arguments) throws Exception {
    String folder = arguments.length > 1 ? arguments[1] : null;
    Server server = new Server();
    // No port to name in messages, no shared database for all access keys, no simulated delays.
    LocalDynamoDBRequestHandler requests =
        new LocalDynamoDBRequestHandler(0, folder == null, folder, false, false);
    server.setHandler(new LocalDynamoDBServerHandler(requests, CORS));
    ServerConnector connector =
        arguments[0].equals("loopback") ? loopback(server) : new DynamoDbServer(server, arguments[0]);
    server.addConnector(connector);
    server.start();
    System.out.println("listening " + connector.getLocalPort());
  }

  private static ServerConnector loopback(Server server) {
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    return connector;
  }

  /** The constructor has bound the socket. The inherited method would ask it for a port. */
  @Override
  public void open() {}

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  /** The inherited method sets TCP options. */
  @Override
  public void accept(int acceptor) throws IOException {
    SocketChannel accepted = channel.accept();
    accepted.configureBlocking(false);
    getSelectorManager().accept(accepted);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  public Object getTransport() {
    return channel;
  }
}
