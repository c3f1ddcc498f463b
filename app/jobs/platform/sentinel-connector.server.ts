import { SentinelConnector } from 'ioredis'

/**
 * Looking for the primary is not called off by the news that there is another one. The library's own connector goes on
 * listening for the connection of before, and a message that comes while it looks ends the client for good (D119).
 */
export class PersistentSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(Object(options))
  }

  override connect(
    ...given: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    this.disconnect()
    return super.connect(...given)
  }
}
