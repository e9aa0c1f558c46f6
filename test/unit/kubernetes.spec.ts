import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../lib/config';

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

interface Workload extends Manifest {
  spec: { template: { spec: PodSpec } };
}

interface PodSpec {
  enableServiceLinks?: boolean;
  securityContext: object;
  containers: Container[];
}

interface Container {
  args: string[];
  command: string[];
  ports: { name: string; containerPort: number }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  securityContext: object;
}

interface Kustomization {
  resources?: string[];
  configMapGenerator?: { literals: string[] }[];
}

const root = join(__dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const base = parse(read('k8s', 'base', 'kustomization.yaml')) as Kustomization;
const overlays = readdirSync(join(root, 'k8s', 'overlays'));
const documents = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

const models = {
  ...{ ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, Namespace, NetworkPolicy },
  ...{ PodDisruptionBudget, Service, ServiceAccount, StatefulSet },
};

/** What is wrong with a manifest by the schema of its kind; null when nothing is. */
function problemOf(manifest: Manifest): string | null {
  const Model = models[manifest.kind as keyof typeof models] as (new (data: unknown) => { validate(): void }) | undefined;
  if (!Model) return `${manifest.kind}: no such kind is known here`;
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${String(error)}`;
  }
}

/** The manifests as they are applied. */
const rendered = (overlay: string) =>
  documents(execFileSync('kubectl', ['kustomize', join(root, 'k8s', 'overlays', overlay)], { encoding: 'utf8' }));

const hasKubectl = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'kubectl')));
const withKubectl = hasKubectl ? describe.each(overlays) : describe.skip.each(overlays);
if (!hasKubectl)
  process.stderr.write('Skipped: kubectl is missing, which puts the overlays together (https://kubernetes.io/docs/tasks/tools/)\n');

describe('the manifests for Kubernetes', () => {
  const folder = (...path: string[]) => join('k8s', ...path);
  const files = readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'),
  );

  it('follow the schemas of their kinds', () => {
    expect(files.length).toBeGreaterThan(8);
    expect(files.flatMap((file) => documents(read(folder(file))).map(problemOf)).filter((problem) => problem !== null)).toEqual([]);
  });

  it('run every service folder', () => {
    const services = (base.resources ?? []).filter((name) => !name.endsWith('.yaml'));
    const running = services.flatMap((name) => {
      const [, list = ''] = /containers\/0\/args, value: \[(.*?)\]/.exec(read(folder('base', name, 'kustomization.yaml'))) ?? [];
      return list.replaceAll("'", '').split(',');
    });
    expect(running.sort()).toEqual(readdirSync(join(root, 'services')).sort());
  });

  it('use settings that exist', () => {
    const kustomizations = [base, ...overlays.map((name) => parse(read(folder('overlays', name, 'kustomization.yaml'))) as Kustomization)];
    const literals = kustomizations.flatMap(({ configMapGenerator = [] }) => configMapGenerator.flatMap((one) => one.literals));
    const names = literals.map((literal) => literal.split('=')[0] ?? '');
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in settings))).toEqual([]);
  });

  it('ask for health where the image answers', () => {
    const [deployment] = documents(read(folder('base', 'service', 'deployment.yaml'))) as Workload[];
    const port = /HEALTH_PORT=(\d+)/.exec(read('Dockerfile'))?.[1];
    expect(deployment?.spec.template.spec.containers[0]?.ports).toEqual([{ name: 'health', containerPort: Number(port) }]);
  });
});

withKubectl('the overlay %s', (overlay) => {
  const manifests = hasKubectl ? rendered(overlay) : [];
  const own = manifests.filter(({ kind }) => kind === 'Deployment') as Workload[];

  it('follows the schemas of its kinds, in one namespace, each name once', () => {
    expect(manifests.map(problemOf).filter((problem) => problem !== null)).toEqual([]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect([...new Set(manifests.map(({ kind, metadata: { name, namespace } }) => (kind === 'Namespace' ? name : namespace)))]).toEqual([
      'larch',
    ]);
  });

  it('gives every process the settings and secrets, and nothing that looks like one', () => {
    const settingsMap = manifests.find(({ kind }) => kind === 'ConfigMap')?.metadata.name;
    const from = [{ configMapRef: { name: settingsMap } }, { secretRef: { name: 'larch-secrets' } }];
    expect(own.length).toBe((base.resources ?? []).filter((name) => !name.endsWith('.yaml')).length);
    for (const { spec } of own) {
      expect(spec.template.spec.containers.map(({ envFrom }) => envFrom)).toEqual([from]);
      expect(spec.template.spec.enableServiceLinks).toBe(false);
    }
  });

  it('lets no process run as root, gain rights or write to its image', () => {
    for (const { spec } of own) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext } of spec.template.spec.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });
});
