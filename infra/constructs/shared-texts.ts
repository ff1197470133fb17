import { createHash } from 'node:crypto';
import { CfnMapping } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/**
 * Texts that a template has at many places. Each is in the template's mappings once, and a short reference stands for
 * it: CloudFormation takes no template of more than 1 MB, and counts it with its references unresolved.
 */
export class SharedTexts extends Construct {
  readonly #mapping: CfnMapping;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#mapping = new CfnMapping(this, 'Resource');
    // Each reference holds it.
    this.#mapping.overrideLogicalId('Texts');
  }

  /**
   * A reference to the text. Its key follows from the text, so that what refers to another text is another resource to
   * the CDK, which deploys the API again by a hash of the references.
   */
  share(text: string): string {
    const key = `t${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    this.#mapping.setValue(key, 'text', text);
    return this.#mapping.findInMap(key, 'text');
  }
}
