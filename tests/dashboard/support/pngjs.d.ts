declare module 'pngjs' {
  /** An image: four bytes a pixel, line by line. */
  export class PNG {
    constructor(options: { width: number; height: number });
    width: number;
    height: number;
    data: Buffer;
    static sync: {
      read(file: Buffer): PNG;
      /** @param options.colorType 2 leaves the transparency out */
      write(image: PNG, options?: { colorType?: 2 | 6; deflateLevel?: number; filterType?: number }): Buffer;
    };
  }
}
