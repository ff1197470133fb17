import { createHash, randomBytes } from 'node:crypto';
import { contextOf, decrypt, encrypt } from '../../../shared/platform/aws/kms-vault.ts';
import type { AgentReply, AgentRequest } from '../http/http-agent.ts';

/** The two KMS calls of the vault over HTTP. A wrapped key contains the data key and its context. */
export class HttpKms {
  private readonly master = createHash('sha256').update(randomBytes(32)).digest();

  answer({ headers, body }: AgentRequest): AgentReply {
    const context = contextOf(body.EncryptionContext.owner_id, body.EncryptionContext.purpose);
    if (headers['x-amz-target'] === 'TrentService.GenerateDataKey') {
      const dataKey = randomBytes(32);
      const wrapped = Buffer.from(JSON.stringify(encrypt(dataKey.toString('base64'), this.master, context)));
      return {
        body: { KeyId: body.KeyId, Plaintext: dataKey.toString('base64'), CiphertextBlob: wrapped.toString('base64') },
      };
    }
    try {
      const wrapped = JSON.parse(Buffer.from(body.CiphertextBlob, 'base64').toString());
      return { body: { KeyId: body.KeyId, Plaintext: decrypt(wrapped, this.master, context) } };
    } catch {
      // KMS does not report what is wrong with a ciphertext.
      return { status: 400, body: { __type: 'InvalidCiphertextException' } };
    }
  }
}
