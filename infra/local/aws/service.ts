/** The services whose API the local cloud answers, by the prefix of their actions in IAM. */
export type Service = 'dynamodb' | 'ec2' | 'ecs' | 'kms' | 'secretsmanager' | 'lambda';
