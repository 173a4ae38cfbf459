/** The path of the package for Node and browsers, which `npm install` takes as a URL. */
export const npmPackage = '/client.tgz';

/**
 * The path of the package for Python. pip reads name and version from the last part of the URL, so that it takes no shorter one,
 * and does not look where one leads.
 * @param version of the server
 */
export function wheelOf(version: string): string {
  return `/client/workspace_automation-${pythonVersion(version)}-py3-none-any.whl`;
}

/** A version of npm by PEP 440: `1.2.0-rc.1` is `1.2.0rc1`. A prerelease of another name is older than all of these. */
export function pythonVersion(version: string): string {
  const [, core = version, stage, number, other] =
    /^([\d.]+)(?:-(?:(alpha|beta|rc)\.?(\d+)|(.+)))?$/.exec(version) ?? [];
  if (other) return `${core}.dev0+${other.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}`;
  return stage ? `${core}${stage === 'rc' ? 'rc' : stage[0]}${number}` : core;
}
